import type { Address } from "../../../model/address.ts";
import type { FactsOf, Words } from "../../../model/codes/fail.ts";
import type { guardCodes } from "../../../model/codes/guard-codes.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import {
  type Permission,
  permissions,
  type ThresholdName,
  thresholdFlags,
} from "../../../model/plan/permission-flags.ts";
import type { GuardRefusal } from "../../../model/plan/plan.ts";
import { present } from "../../../util/present.ts";
import { withAdvice } from "./permit.ts";

type GuardCode = Extract<Parameters<typeof wordsOf>[0], keyof typeof guardCodes>;

/** What permits a refusal, and what it is about. */
export interface GuardRow {
  /** The permission of the whole code, or of one of its cases. Absent: nothing permits it. */
  readonly permission?: Permission | Readonly<Record<string, Permission>>;
  /** The threshold that the plan exceeds. */
  readonly threshold?: ThresholdName;
  /** A run that skips the deletes needs no permission. */
  readonly isAboutDeletes?: true;
  /** The refresh is incomplete, so the plan is unreliable, even if it is empty. */
  readonly unreliable?: true;
}

/** The facts in which refusals differ. */
export const guardRows: Readonly<Record<GuardCode, GuardRow>> = {
  "guard/both-changed": { permission: "overwrites" },
  "guard/cascade": { isAboutDeletes: true },
  "guard/copy-exists": { permission: "creates" },
  "guard/create-beside": { permission: "creates" },
  "guard/deletes": { permission: "deletes", isAboutDeletes: true },
  "guard/destroy-interrupted": { permission: "recreates" },
  "guard/empty-layout": {},
  "guard/external-owner": {},
  "guard/import": { permission: "imports" },
  "guard/incomplete-list": { unreliable: true },
  "guard/incomplete-prune": { isAboutDeletes: true, unreliable: true },
  "guard/not-transferable": {},
  "guard/opens": { permission: "opens" },
  "guard/other-layout": {},
  "guard/own-access": { permission: "ownAccess" },
  "guard/protected": { isAboutDeletes: true },
  "guard/recreate": { permission: "recreates" },
  "guard/still-referenced": { isAboutDeletes: true },
  "guard/structure-kind": { permission: { published: "recreates" } },
  "guard/too-many-changes": { threshold: "maxChanges" },
  "guard/too-many-deletes": { threshold: "maxDeletes", isAboutDeletes: true },
  "guard/too-many-forgotten": { permission: "forgets" },
  "guard/unknown-person": {},
  "guard/unread-contents": { unreliable: true },
  "guard/undo": { permission: "overwrites" },
};

type FactsFor<Code extends GuardCode> = FactsOf<(typeof guardCodes)[Code]>;

/** Refuses a plan because of the objects at these addresses, if there are any. */
export function refuseFor<Code extends GuardCode>(
  code: Code,
  addresses: readonly Address[],
  facts: FactsFor<Code>,
): readonly GuardRefusal[] {
  return addresses.length === 0 ? [] : [refusal(code, addresses, facts)];
}

/** A refusal of a plan. `addresses` is empty if it is about no single object. */
export function refusal<Code extends GuardCode>(
  code: Code,
  addresses: readonly Address[],
  facts: FactsFor<Code>,
): GuardRefusal {
  const { permission, threshold, unreliable } = guardRows[code];
  const given = facts as Readonly<Record<string, string | number>>;
  const permitting = typeof permission === "object" ? permission[given["case"] ?? ""] : permission;
  const permittedBy = permitting && permissions[permitting].flag;
  const limit = threshold && { flag: thresholdFlags[threshold], atLeast: Number(given["all"]) };
  const { remedy, ...worded } = (wordsOf as (code: Code, facts: unknown) => Words<Code>)(code, facts);
  const refused = {
    ...worded,
    remedy,
    addresses: [...new Set(addresses)],
    ...present({ permittedBy, threshold: limit, unreliable }),
  };
  return withAdvice(refused, remedy);
}
