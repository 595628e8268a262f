import type { Address } from "../../../model/address.ts";
import { type Permission, permissions } from "../../../model/plan/permission-flags.ts";
import type { GuardRefusal, GuardVerdict } from "../../../model/plan/plan.ts";
import { type GuardRow, guardRows } from "./refusal.ts";

/** The permissions of a run. */
export interface Consent {
  readonly allow: ReadonlySet<Permission>;
  /** Objects for which the run may overwrite and undo changes made on the service. */
  readonly overwrite?: ReadonlySet<Address>;
  /** Whether to skip the deletes. */
  readonly skipDeletes?: boolean;
}

/** Refusals that the permissions do not lift. An apply must not write while there is one. */
export function unpermitted(
  { refusals }: GuardVerdict,
  { allow, overwrite = new Set(), skipDeletes = false }: Consent,
): readonly GuardRefusal[] {
  const given = new Set<string>([...allow].map((permission) => permissions[permission].flag));
  return refusals.filter((refusal) => {
    const { code, permittedBy, addresses, forgets = false, deletes = isAboutDeletes(code) } = refusal;
    const isOverwrite = permittedBy === permissions.overwrites.flag;
    if (isOverwrite && addresses.length > 0 && addresses.every((address) => overwrite.has(address)))
      return false;
    if (skipDeletes && !forgets && deletes) return false;
    return permittedBy === undefined || !given.has(permittedBy);
  });
}

function isAboutDeletes(code: string): boolean {
  const rows: Readonly<Record<string, GuardRow | undefined>> = guardRows;
  return rows[code]?.isAboutDeletes === true;
}
