import { type Permission, permissions } from "../permissions.ts";
import type { GuardRefusal, GuardVerdict } from "../plan.ts";
import { type GuardRow, guardRows } from "./refusal.ts";

/** The permissions of a run. */
export interface Consent {
  readonly allow: ReadonlySet<Permission>;
  /** Whether to skip the deletes. */
  readonly skipDeletes?: boolean;
}

/** Refusals that the permissions do not lift. An apply must not write while there is one. */
export function unpermitted(
  { refusals }: GuardVerdict,
  { allow, skipDeletes = false }: Consent,
): readonly GuardRefusal[] {
  const given = new Set<string>([...allow].map((permission) => permissions[permission].flag));
  return refusals.filter(({ code, permittedBy, forgets = false, deletes = isAboutDeletes(code) }) => {
    if (skipDeletes && !forgets && deletes) return false;
    return permittedBy === undefined || !given.has(permittedBy);
  });
}

function isAboutDeletes(code: string): boolean {
  const rows: Readonly<Record<string, GuardRow | undefined>> = guardRows;
  return rows[code]?.isAboutDeletes === true;
}
