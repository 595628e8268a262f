import { readFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { readTerraformJson } from "../../layout/synthesized/read-terraform-json.ts";
import type { Address } from "../../model/address.ts";
import type { DesiredObject, DesiredWorld } from "../../model/desired-world.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { isJsonObject, type Json } from "../../util/json.ts";
import type { AnyConstruct, AppOptions, AppProblem } from "./kit-types.ts";
import { types } from "./registered.ts";
import { hasErrors, type SynthesizedStack, synthesize } from "./synthesize.ts";

/** An app as docsform reads it. */
export interface AppRead {
  /** Absent: docsform cannot plan the app, and the diagnostics say why. */
  readonly desired: DesiredWorld | undefined;
  readonly objects: readonly DesiredObject[];
  /** The path of the construct that declares each object. */
  readonly constructPaths: ReadonlyMap<Address, string>;
  readonly moves: ReadonlyMap<Address, Address>;
  /** What the app itself reports. */
  readonly problems: readonly AppProblem[];
  /** What docsform finds in the output of the app. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The organization of an app that names none. */
export const usualOrganization = "emulated";

/** Synthesizes and reads the app of a construct. `organization`: the id, if the app names none. */
export function readApp(
  construct: AnyConstruct,
  { variables = {} }: AppOptions,
  organization: string = usualOrganization,
): AppRead {
  return synthesize(construct, ({ folder, stacks, problems }) => {
    if (hasErrors(problems)) return { ...nothing, problems };
    const placeholders = placeholdersFor(stacks);
    const read = readTerraformJson({
      types: types.all,
      stacks: stacks.map(({ name, file, text }) => ({ name, source: { file, text } })),
      environment: environmentOf({ ...placeholders, ...variables }),
      placeholders: new Set(Object.values(placeholders)),
      readFile: (path, file) =>
        readFileSync(isAbsolute(path) ? path : join(folder, dirname(file), path), "utf8"),
      organization,
    });
    return { ...read, problems };
  });
}

const nothing = {
  desired: undefined,
  objects: [],
  constructPaths: new Map(),
  moves: new Map(),
  diagnostics: [],
};

type Values = Readonly<Record<string, string>>;

/** A placeholder for each text variable without a value. */
function placeholdersFor(stacks: readonly SynthesizedStack[]): Values {
  const unset = stacks.flatMap(({ text }) => textVariablesIn(JSON.parse(text) as Json));
  return Object.fromEntries(unset.map((name) => [name, `(variable ${name})`]));
}

function environmentOf(variables: Values): Values {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [`TF_VAR_${name}`, value]));
}

function textVariablesIn(stack: Json): readonly string[] {
  const declared = isJsonObject(stack) ? stack["variable"] : undefined;
  if (!isJsonObject(declared)) return [];
  return Object.entries(declared).flatMap(([name, variable]) => {
    if (!isJsonObject(variable) || "default" in variable) return [];
    return ["string", "any", undefined].includes(variable["type"] as string | undefined) ? [name] : [];
  });
}
