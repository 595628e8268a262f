import * as z from "zod";
import { fail } from "../model/codes/plan-words.ts";
import { apiVersions } from "../model/endpoint.ts";
import type { DocsformError } from "../model/errors.ts";
import { firstProblem } from "../model/explain-issue.ts";
import { origins, type State, stateVersion } from "../model/state.ts";
import { isJsonObject, type Json, parseShallow, TooDeepError } from "../util/json.ts";
import { present } from "../util/present.ts";
import type { WhichLayout } from "./state-places.ts";

/** The state of a layout as text. The same state always gives the same text, and a change of one object changes few lines. */
export function serializeState(state: State, { layout, source, environment }: WhichLayout): string {
  const { docsformState, organization, knownApiVersion, serial, salt, pulled, forgotten, objects } = state;
  const ordered = {
    docsformState,
    layout,
    ...present({ source, environment }),
    organization,
    ...present({ knownApiVersion, serial }),
    salt,
    ...present({ pulled, forgotten }),
    objects: Object.fromEntries(
      Object.keys(objects)
        .sort()
        .map((address) => [address, orderedEntry(objects, address)]),
    ),
  };
  return `${JSON.stringify(ordered, null, 2)}\n`;
}

function orderedEntry(objects: State["objects"], address: string): unknown {
  const { id, origin, scopeId, applied, undeclared, ...rest } = objects[address] as State["objects"][string];
  return {
    id,
    ...present({ origin, scopeId }),
    ...sorted(rest),
    applied: sorted(applied),
    ...(undeclared && { undeclared: sorted(undeclared) }),
  };
}

function sorted(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, value[key]]),
  );
}

// JSON.parse returns only JSON values. Checking each of them again would take as long as the rest of the parsing.
const values = z.custom<State["objects"][string]["applied"]>(isJsonObject, "must be an object");

export const addressSchema = z.string().regex(/^[a-z_]+\../, "must begin with a type and a dot");

export const entrySchema = z.strictObject({
  id: z.string().min(1),
  origin: z.enum(origins).optional(),
  scopeId: z.string().min(1).optional(),
  applied: values,
  undeclared: values.optional(),
  container: z.string().min(1).nullable().optional(),
  isDefault: z.literal(true).optional(),
  rank: z.number().optional(),
  protect: z.literal(true).optional(),
  unfinished: z.literal(true).optional(),
  createdHidden: z.literal(true).optional(),
  was: z.array(z.custom<Json>(() => true)).optional(),
  replaces: z.string().min(1).optional(),
});

export const stateSchema = z.strictObject({
  docsformState: z.literal(stateVersion),
  layout: z.string().min(1),
  source: z.string().min(1).optional(),
  environment: z.string().min(1).optional(),
  organization: z.string().min(1),
  knownApiVersion: z.enum(apiVersions).optional(),
  serial: z.number().int().min(1).optional(),
  salt: z.string().regex(/^[0-9a-f]+$/, "must be hexadecimal"),
  pulled: z.literal(true).optional(),
  forgotten: z.array(addressSchema).optional(),
  objects: z.record(addressSchema, entrySchema),
});

/** A state with the layout that its file names. */
export interface WrittenState extends WhichLayout {
  readonly state: State;
}

/** Parses the text of a state of this organization. `path` is for messages. */
export function parseState(text: string, organizationId: string, path: string): WrittenState {
  const value = parseJson(text, path);
  checkVersion((value as { docsformState?: unknown } | null)?.docsformState, path);
  const parsed = stateSchema.safeParse(value);
  if (!parsed.success) {
    const problem = firstProblem(parsed.error.issues, value, " › ");
    throw badState(path, problem ?? "a part of it is not valid");
  }
  // The schema and the type agree, except that the type excludes undefined in optional fields. JSON has no undefined.
  const { layout, source, environment, ...rest } = parsed.data;
  const state = rest as State;
  checkOrganization(state, organizationId, path);
  return { state, layout, ...present({ source, environment }) };
}

/** Throws for a state that another version of docsform wrote. `path` is for messages. */
export function checkVersion(version: unknown, path: string): void {
  if (typeof version !== "number" || version === stateVersion) return;
  throw fail("apply/state-version", { path, found: version, version: stateVersion });
}

/** Throws for the state of another organization. `path` is for messages. */
export function checkOrganization(
  state: Pick<State, "organization">,
  organizationId: string,
  path: string,
): void {
  if (state.organization === organizationId) return;
  throw fail("apply/state-of-another-organization", {
    case: "state",
    path,
    other: state.organization,
    organizationId,
  });
}

function parseJson(text: string, path: string): unknown {
  try {
    // An editor may have put a byte order mark before it.
    return parseShallow(text.replace(/^\ufeff/u, ""));
  } catch (error) {
    // The parser's message quotes the file. That may be another file, which contains secrets.
    throw badState(path, error instanceof TooDeepError ? error.message : "it is not JSON");
  }
}

export function badState(path: string, what: string): DocsformError {
  return fail("apply/bad-state", { path, reason: what });
}
