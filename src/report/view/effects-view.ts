import type { Address } from "../../model/address.ts";
import type { Code } from "../../model/codes/code.ts";
import {
  type Danger,
  type DangerKind,
  dangerMeanings,
  type Effect,
  type EffectKind,
  effectMeanings,
} from "../../model/plan/plan.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { indexTypes } from "../../model/type-index.ts";
import { groupBy } from "../../util/groups.ts";
import { present } from "../../util/present.ts";
import { type Label, labelsOf } from "./label.ts";
import { titleBeside } from "./names-view.ts";

/** The kinds without deletes and replacements, which are entries of their own. */
type EffectKindName = Exclude<DangerKind, "delete" | "replace"> | EffectKind;

/** A kind of effect as people and programs read it. */
export interface EffectKindView {
  readonly name: EffectKindName;
  readonly meaning: string;
  readonly rule: Code;
  readonly isDanger: boolean;
}

/** The content, container or object that an effect is about. */
export interface EffectObject {
  readonly address: Address;
  readonly label: Label;
  /** Absent: it has no name besides its address. */
  readonly title?: string;
}

/** What changed. The layout may declare it. */
export interface Cause {
  readonly address: Address;
  readonly attribute?: string;
}

/** One effect on one object. A person reads it as one sentence. */
export interface EffectView
  extends Pick<
    Effect,
    "steps" | "readers" | "levels" | "url" | "formerUrl" | "undoes" | "isUnread" | "isAssumed"
  > {
  readonly kind: EffectKindView;
  readonly object: EffectObject;
  readonly causes: readonly Cause[];
  /** The attributes, if their values decide. */
  readonly attributes: readonly string[];
  /** The values decide who joins or logs in. */
  readonly isSignIn: boolean;
  /** The content that readers found there before. */
  readonly former?: EffectObject;
  /** Number of further places where the same happens to the content. */
  readonly otherPlaces: number;
}

/** What becomes different for people, the worst first. */
export interface EffectViews {
  /** Without deletes and replacements. */
  readonly dangers: readonly EffectView[];
  readonly effects: readonly EffectView[];
}

type AnyEffect = Effect<EffectKindName>;

interface Effects {
  readonly dangers: readonly Danger[];
  readonly effects: readonly Effect[];
}

/** The kinds, worst first, and the code of each. */
const effectCodes = {
  opens: "danger/opens",
  "sign-in": "danger/sign-in",
  access: "danger/access",
  "other-content": "danger/other-content",
  "url-ends": "danger/url-ends",
  shows: "effect/shows",
  lists: "effect/lists",
  closes: "effect/closes",
  unlists: "effect/unlists",
  "ends-access": "effect/ends-access",
  "url-moves": "effect/url-moves",
} as const satisfies Record<EffectKindName, Code>;

const kinds = Object.keys(effectCodes) as readonly EffectKindName[];
const meanings: Readonly<Record<EffectKindName, string>> = { ...dangerMeanings, ...effectMeanings };

function effectKindView(name: EffectKindName): EffectKindView {
  return { name, meaning: meanings[name], rule: effectCodes[name], isDanger: name in dangerMeanings };
}

/** `causeOf`: what the step, or the entry of a drift, with an index changes. */
export function effectViews(
  { dangers, effects }: Effects,
  types: readonly ResourceType[],
  causeOf: (index: number) => Cause,
): EffectViews {
  const labelOf = labelsOf(types);
  const index = indexTypes(types);
  const objectOf = (object: {
    readonly address: Address;
    readonly type: string;
    readonly title: string;
  }) => ({
    address: object.address,
    label: labelOf(object.type),
    ...present({ title: titleBeside(object) }),
  });
  const views = ofEachContent([...effects, ...dangers]).map((alike): EffectView => {
    const [first] = alike;
    const { kind, type, attribute, levels, formerContent } = first;
    const { readers, url, formerUrl, undoes, isUnread, isAssumed } = first;
    const steps = [...new Set(alike.flatMap((each) => each.steps))].sort((one, other) => one - other);
    const isSignIn = index.find(type)?.attributes[attribute ?? ""]?.opens?.as === "sign-in";
    const isOfPlaces = attribute === undefined && isUnread !== true;
    return {
      ...present({ readers, url, formerUrl, undoes, isUnread, isAssumed }),
      ...present({
        former: formerContent && objectOf(formerContent),
        levels: isSignIn ? undefined : levels,
      }),
      kind: effectKindView(kind),
      object: objectOf(first),
      steps,
      causes: steps.map(causeOf),
      attributes: alike.flatMap((each) => each.attribute ?? []),
      isSignIn,
      otherPlaces:
        alike.reduce((sum, { otherPlaces = 0 }) => sum + otherPlaces, 0) +
        (isOfPlaces ? alike.length - 1 : 0),
    };
  });
  const sorted = views.sort((one, other) => kinds.indexOf(one.kind.name) - kinds.indexOf(other.kind.name));
  return {
    dangers: sorted.filter(({ kind }) => kind.isDanger),
    effects: sorted.filter(({ kind }) => !kind.isDanger),
  };
}

/** Effects of one kind on one object, such as at several URLs or of several attributes. */
type Alike = readonly [AnyEffect, ...AnyEffect[]];

function ofEachContent(found: readonly (Danger | Effect)[]): readonly Alike[] {
  const others = found.filter((each): each is AnyEffect => each.kind !== "delete" && each.kind !== "replace");
  const groups = groupBy(openedInstead(others), (effect) => `${effect.kind} ${nameOf(effect)}`);
  return [...groups.values()] as unknown as readonly Alike[];
}

function nameOf({ address, isUnread }: AnyEffect): string {
  return isUnread === true ? `${address} (unread)` : address;
}

/** Joins the effect that a content opens, and the one that readers find it at a URL in place of another content. */
function openedInstead(found: readonly AnyEffect[]): readonly AnyEffect[] {
  const placeOf = (effect: AnyEffect) => `${nameOf(effect)} ${effect.url ?? ""}`;
  const replacing = new Map(
    found.flatMap((each) => (each.kind === "other-content" ? [[placeOf(each), each]] : [])),
  );
  const opening = found.filter(({ kind }) => kind === "opens" || kind === "shows");
  const joined = new Map(
    opening.flatMap((each): (readonly [AnyEffect, AnyEffect])[] => {
      const other = replacing.get(placeOf(each));
      if (other === undefined) return [];
      const kind = each.kind === "shows" ? other.kind : each.kind;
      const { formerContent } = other;
      return [
        [each, { ...each, ...present({ formerContent }), kind, steps: [...each.steps, ...other.steps] }],
      ];
    }),
  );
  const said = new Set([...joined.keys()].map((each) => replacing.get(placeOf(each))));
  return found.flatMap((each) => (said.has(each) ? [] : [joined.get(each) ?? each]));
}

/** Fewer are not worth a count: each has a sentence. */
const fewestAlike = 3;

/** Effects that one sentence can describe. */
export type AlikeEffects = readonly [EffectView, ...EffectView[]];

/**
 * Groups effects that one sentence can describe: those of one kind with the same audience, on objects of one type. `isOfOneCause`: only
 * those that the same steps cause.
 */
export function alikeEffects(views: readonly EffectView[], isOfOneCause: boolean): readonly AlikeEffects[] {
  const groups = groupBy(views, ({ kind, object, readers, levels, attributes, steps, ...rest }) =>
    JSON.stringify([
      kind.name,
      object.label.one,
      readers,
      levels,
      attributes,
      rest.former !== undefined,
      rest.isUnread,
      rest.isAssumed,
      rest.undoes,
      isOfOneCause ? steps : [],
    ]),
  );
  return [...groups.values()].flatMap((alike): readonly AlikeEffects[] =>
    alike.length < fewestAlike
      ? alike.map((each) => [each] as const)
      : [alike as [EffectView, ...EffectView[]]],
  );
}
