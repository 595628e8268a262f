import { fail } from "../../model/codes/plan-words.ts";
import type { DesiredValue, DesiredWorld } from "../../model/desired-world.ts";
import type { DocsformError } from "../../model/errors.ts";
import { normalText } from "../../model/kinds-of.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { Secret, type SecretSource } from "../../model/secret.ts";
import { liveSecretTexts } from "../../model/secret-value.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { hidingSecrets } from "../live/hide-secrets.ts";
import { hashSecret } from "./hash-secret.ts";

/** Reads the text of a secret from its source. undefined: it cannot be read. */
export type SecretReader = (source: SecretSource) => string | undefined | Promise<string | undefined>;

/**
 * Returns a function that reads the secrets of a plan: from the layout if the plan was just made from it, or else again from their sources.
 */
export function secretsOfPlan(
  { types, secrets: read }: { readonly types: readonly ResourceType[]; readonly secrets: SecretReader },
  salt: string,
  desired: DesiredWorld | undefined,
): (source: SecretSource, hash: string) => Promise<Secret> {
  const known = new Map<string, Secret>();
  for (const { attributes, was } of desired?.objects ?? []) {
    for (const secret of secretsIn({ ...attributes, ...was }))
      known.set(hashSecret(secret.reveal(), salt), secret);
  }
  const forms = normalForms(types);
  return async (source, hash) => known.get(hash) ?? (await readAgain(read, source, { salt, hash, forms }));
}

/** The texts of all secrets of a layout. */
export function revealedSecretTexts(desired: DesiredWorld | undefined): readonly string[] {
  const secrets = (desired?.objects ?? []).flatMap(({ attributes, was }) =>
    secretsIn({ ...attributes, ...was }),
  );
  return [...new Set(secrets.flatMap((secret) => secret.texts()))];
}

/** The texts that the errors of a run must not repeat: the secrets of the layout and those of the service. */
export function secretTextsOfRun(
  { types }: { readonly types: readonly ResourceType[] },
  { desired, live }: { readonly desired: DesiredWorld | undefined; readonly live: Snapshot },
): readonly string[] {
  return [...revealedSecretTexts(desired), ...liveSecretTexts(types, live.objects)];
}

/** Does work for a layout. An error that repeats a secret of the layout is thrown without it. */
export async function hidingSecretsOf<Result>(
  desired: DesiredWorld | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw hidingSecrets(error, revealedSecretTexts(desired));
  }
}

async function readAgain(
  read: SecretReader,
  source: SecretSource,
  {
    salt,
    hash,
    forms,
  }: { readonly salt: string; readonly hash: string; readonly forms: readonly NormalForm[] },
): Promise<Secret> {
  const parts = await textsAt(read, source);
  const text = parts.map((part) => part.text).join("");
  // The hash is that of the text's normal form, and a source does not say which kind of text it contains.
  const form = forms.find((each) => hashSecret(each(text), salt) === hash);
  if (form === undefined) throw changed(source);
  const secrets = parts.filter(({ isSecret }) => isSecret).map((part) => part.text);
  return new Secret(text, source, secrets).mapped(form);
}

type NormalForm = (text: string) => string;

function normalForms(types: readonly ResourceType[]): readonly NormalForm[] {
  const attributes = types.flatMap((type) => Object.values(type.attributes));
  const kinds = new Set(
    attributes.flatMap(({ kind, kinds: inside = {} }) => [kind, ...Object.values(inside)]),
  );
  return [...kinds.add(undefined)].map((kind) => (text) => normalText(kind, text));
}

interface RevealedPart {
  readonly text: string;
  readonly isSecret: boolean;
}

/** The parts of a secret. Throws if one of them is missing. */
async function textsAt(read: SecretReader, source: SecretSource | string): Promise<readonly RevealedPart[]> {
  if (typeof source === "string") return [{ text: source, isSecret: false }];
  if (source.kind === "joined")
    return (await Promise.all(source.parts.map((part) => textsAt(read, part)))).flat();
  const text = await read(source);
  if (text === undefined) throw missing(source);
  return [{ text, isSecret: true }];
}

function changed(source: SecretSource): DocsformError {
  return fail("cli/secret-changed", { place: secretPlace(source) });
}

function missing(source: SecretSource): DocsformError {
  return fail("cli/secret-missing", { place: secretPlace(source) });
}

function secretPlace(source: SecretSource): string {
  switch (source.kind) {
    case "environment":
      return `the variable ${source.name}`;
    case "file":
      return source.path;
    case "literal":
      return "the layout";
    case "joined":
      return source.parts
        .flatMap((part) => (typeof part === "string" ? [] : [secretPlace(part)]))
        .join(" and ");
  }
}

function secretsIn(value: DesiredValue): readonly Secret[] {
  if (value instanceof Secret) return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value as Readonly<Record<string, DesiredValue>>).flatMap(secretsIn);
}
