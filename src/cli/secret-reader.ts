import type { DesiredValue, DesiredWorld } from "../model/desired-world.ts";
import { DocsformError } from "../model/errors.ts";
import { Secret, type SecretSource } from "../model/secret.ts";
import { hashSecret } from "../reconcile/hash-secret.ts";
import type { Io } from "./io.ts";

/** Gives the secrets of a plan: those of the layout that it was just made from, or else from where they stand. */
export function secretReader(
  io: Io,
  salt: string,
  desired?: DesiredWorld,
): (source: SecretSource, hash: string) => Secret {
  const known = new Map<string, Secret>();
  for (const { attributes, was } of desired?.objects ?? []) {
    for (const secret of secretsOf({ ...attributes, ...was }))
      known.set(hashSecret(secret.reveal(), salt), secret);
  }
  return (source, hash) => {
    const secret = known.get(hash) ?? new Secret(readSource(io, source), source);
    if (hashSecret(secret.reveal(), salt) !== hash) throw changed(source);
    return secret;
  };
}

function changed(source: SecretSource): DocsformError {
  return new DocsformError(
    "cli/secret-changed",
    `The secret in ${placeOf(source)} is not the one that was planned.`,
    {
      remedy: "Plan again.",
    },
  );
}

function readSource({ environment, files }: Io, source: SecretSource): string {
  const text =
    source.kind === "environment"
      ? environment[source.name]
      : source.kind === "file"
        ? files.read(source.path)
        : undefined;
  if (text === undefined) throw changed(source);
  return text;
}

function placeOf(source: SecretSource): string {
  switch (source.kind) {
    case "environment":
      return `the variable ${source.name}`;
    case "file":
      return source.path;
    case "literal":
      return "the layout";
  }
}

function secretsOf(value: DesiredValue): readonly Secret[] {
  if (value instanceof Secret) return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value as Readonly<Record<string, DesiredValue>>).flatMap(secretsOf);
}
