import { Secret, type SecretSource } from "../model/secret.ts";
import type { Io } from "./io.ts";
import type { LayoutSettings } from "./option-table.ts";

/** The tokens that this process knows. */
export function tokensOf(
  io: Io,
  { tokenFile }: LayoutSettings & { readonly tokenFile?: string },
): readonly Secret[] {
  const inFile = tokenFile === undefined ? undefined : io.files.read(tokenFile)?.trim();
  return [
    ...secretFrom(inFile, { kind: "file", path: tokenFile ?? "" }),
    ...secretFrom(io.environment["DOCSFORM_TOKEN"], { kind: "environment", name: "DOCSFORM_TOKEN" }),
  ];
}

function secretFrom(text: string | undefined, source: SecretSource): readonly Secret[] {
  return text === undefined || text === "" ? [] : [new Secret(text, source)];
}
