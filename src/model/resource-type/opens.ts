import { type Json, jsonEquals } from "../../util/json.ts";

/**
 * Who may pass to content: `link`, whoever has a share link of the site; `visitors`, whoever is signed in to the site; `url`, whoever
 * knows the URL.
 */
export type Reach = "none" | "link" | "visitors" | "url" | "everyone";

/** How the values of an attribute decide who sees or may do something. */
export type Opens =
  | Gate
  /** With this value the navigation omits the object, and readers can still open its URL. */
  | { readonly as: "listing"; readonly omits: Json }
  /** Only visitors that meet the condition pass. null lets everybody pass. */
  | { readonly as: "condition" }
  /** Whether the conditions inside have an effect. */
  | { readonly as: "filters"; readonly isOn: (value: Json) => boolean }
  /** The content that readers find there. */
  | { readonly as: "content" }
  /** A segment of the URL for readers. The service redirects the old URL. */
  | { readonly as: "segment" }
  /** The beginning of the URLs for readers of all that is inside. The old URLs end. */
  | { readonly as: "host" }
  /** What every member of the organization may do. `inherit` is the level of the object around it. */
  | { readonly as: "level"; readonly isWider: IsWider }
  /** What a person may do, or who is in a group. Absent: any change may give more rights. */
  | { readonly as: "grant"; readonly isWider?: IsWider }
  /** Who can become a member, and how. Absent: any change may let in other people. */
  | { readonly as: "sign-in"; readonly isWider?: IsWider };

/** A gate on the way to everything inside. */
export interface Gate {
  readonly as: "gate";
  /** Who passes at most, by value. Any other value lets everybody pass, or `others`. */
  readonly of: Readonly<Record<string, Reach>>;
  readonly others?: Reach;
  /** The object itself is content. */
  readonly ofItself?: true;
  /** Editors change it in their daily work. */
  readonly isEditorial?: true;
  /** No document of the service states it. */
  readonly isAssumed?: true;
}

/** Whether a change of a value lets more people in or gives them more rights. Values are as in a plan: null is not set. */
export type IsWider = (before: Json, after: Json) => boolean;

const ranks: Readonly<Record<Reach, number>> = { none: 0, link: 1, visitors: 1, url: 2, everyone: 3 };

/** Whether all who pass the narrow gate pass the wide one too. Share links and signed-in visitors are not comparable. */
export function includesReach(wide: Reach, narrow: Reach): boolean {
  return wide === narrow || ranks[wide] > ranks[narrow];
}

/** Who passes two gates, one after the other. */
export function narrowest(one: Reach, other: Reach): Reach {
  if (one === other || ranks[one] !== ranks[other]) return ranks[one] <= ranks[other] ? one : other;
  return "none";
}

export function reachOf({ of, others = "everyone" }: Gate, value: Json): Reach {
  return typeof value === "string" || typeof value === "boolean" ? (of[`${value}`] ?? others) : others;
}

type Deciding = Exclude<Opens, { readonly as: "content" | "segment" | "host" }>;

/** Whether the values decide who sees something or may do something. The others decide only what is seen, and where. */
export function decidesAccess(opens: Opens | undefined): opens is Deciding {
  return opens !== undefined && opens.as !== "content" && opens.as !== "segment" && opens.as !== "host";
}

/** Whether the values give members rights. */
export function givesRights(opens: Opens | undefined): boolean {
  return opens?.as === "level" || opens?.as === "grant" || opens?.as === "sign-in";
}

/** Whether editors change the values in their daily work. */
export function isEditorial(opens: Opens | undefined): boolean {
  return opens?.as === "listing" || (opens?.as === "gate" && opens.isEditorial === true);
}

function isOtherCondition(before: Json, after: Json): boolean {
  return before !== null && !jsonEquals(before, after);
}

function givesMore({ isWider }: { readonly isWider?: IsWider }, before: Json, after: Json): boolean {
  return isWider === undefined ? !jsonEquals(before, after) : isWider(before, after);
}

/** Whether a change of the value alone lets more people in, gives them more rights, or lists the object. */
export function opensMore(opens: Opens | undefined, before: Json, after: Json): boolean {
  if (!decidesAccess(opens)) return false;
  switch (opens.as) {
    case "gate":
      return !includesReach(reachOf(opens, before), reachOf(opens, after));
    case "listing":
      return before === opens.omits && after !== opens.omits;
    case "condition":
      return isOtherCondition(before, after);
    case "filters":
      return opens.isOn(before) !== opens.isOn(after);
    case "level":
    case "grant":
    case "sign-in":
      return givesMore(opens, before, after);
  }
}
