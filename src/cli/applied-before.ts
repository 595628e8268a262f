import { hashSecret } from "../engine/reconcile/hash-secret.ts";
import type { LayoutInput } from "../layout/read-layout.ts";
import { hashedValue } from "../model/attribute-value.ts";
import { DocsformError } from "../model/errors.ts";
import type { Home } from "../state/state-places.ts";
import { present } from "../util/present.ts";
import type { Io } from "./io.ts";
import type { PlaceSettings } from "./option-table.ts";
import { statePlacesOf } from "./places-of-state.ts";

/**
 * Whether the state of a layout has the hash of a value, so that the last apply wrote it. A state of another organization does no harm: the hash only
 * shows that docsform checked the value before. A command that needs the state checks it itself.
 */
export function appliedBefore(
  io: Pick<Io, "environment" | "files">,
  settings: PlaceSettings & { readonly env?: string },
  home: Home,
): NonNullable<LayoutInput["wasApplied"]> {
  let known: Known | undefined;
  return (declared, attribute, value) => {
    known ??= readKnown(
      io,
      statePlacesOf(io, settings, { ...home, ...present({ declared, environment: settings.env }) }).state,
    );
    const { salt, hashes } = known;
    const hash = hashSecret;
    return hashes.size > 0 && hashes.has(hashedValue(attribute, value, { salt, hash }).$hash);
  };
}

interface Known {
  readonly salt: string;
  readonly hashes: ReadonlySet<string>;
}

function readKnown({ files }: Pick<Io, "files">, path: string | undefined): Known {
  const text = path === undefined ? undefined : textOf(files, path);
  const salt = /"salt": ?"(\w+)"/u.exec(text ?? "")?.[1] ?? "";
  return {
    salt,
    hashes: new Set([...(text ?? "").matchAll(/"\$hash": ?"(\w+)"/gu)].map(([, hash = ""]) => hash)),
  };
}

function textOf(files: Io["files"], path: string): string | undefined {
  try {
    return files.read(path);
  } catch (error) {
    if (error instanceof DocsformError) return undefined;
    throw error;
  }
}
