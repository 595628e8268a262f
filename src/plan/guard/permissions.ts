import type { GuardRefusal, GuardVerdict } from "../plan.ts";

/** What a person permits for one run. */
export interface Permissions {
  readonly allowDeletes?: boolean;
  readonly skipDeletes?: boolean;
  readonly allowCreate?: boolean;
  readonly overwriteLive?: boolean;
}

/** Refusals that the permissions do not lift: apply must not write while there is one. */
export function unpermitted(verdict: GuardVerdict, permissions: Permissions): readonly GuardRefusal[] {
  const flags = {
    "--allow-deletes": permissions.allowDeletes === true || permissions.skipDeletes === true,
    "--allow-create": permissions.allowCreate === true,
    "--overwrite-live": permissions.overwriteLive === true,
  };
  return verdict.refusals.filter((refusal) => {
    if (permissions.skipDeletes && aboutDeletes.has(refusal.code)) return false;
    return refusal.permittedBy === undefined || !flags[refusal.permittedBy];
  });
}

const aboutDeletes = new Set([
  "guard/deletes",
  "guard/too-many-deletes",
  "guard/protected",
  "guard/cascade",
  "guard/still-referenced",
  "guard/not-ours",
  "guard/incomplete-prune",
]);
