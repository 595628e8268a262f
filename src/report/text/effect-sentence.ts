import type { Readers } from "../../model/plan/plan.ts";
import { count } from "../../util/count.ts";
import { enumerated } from "../../util/phrases.ts";
import type { AlikeEffects, EffectObject, EffectView } from "../view/effects-view.ts";
import { plainText } from "./plain-text.ts";
import { objectName, quotedTitle } from "./step-text.ts";
import { renderValue, shortened } from "./value-text.ts";

/** `planned`: it will be so. `found`: it has become so since the last apply. */
export type EffectTime = "planned" | "found";

/** Effects that are alike, and how their sentence names them. */
interface Words {
  /** The first of them. */
  readonly effect: EffectView;
  readonly isMany: boolean;
  /** Before a verb: `space "A"`, or `200 spaces, such as "A" at docs.acme.example/a,`. */
  readonly subject: string;
  /** The same at the end of a clause. */
  readonly name: string;
  /** ` at docs.acme.example/a`. Empty: the subject contains it, or nobody knows it. */
  readonly place: string;
  /** ` instead of space "B"`, or empty. */
  readonly instead: string;
  /** The form of a verb for one, for several, and in the past. */
  readonly verb: (one: string, several: string, past?: string) => string;
}

/** What happens, as a sentence without its end. */
export function effectSentence(alike: AlikeEffects, time: EffectTime): string {
  const [effect] = alike;
  const remarks = remarksOn(effect, alike.length > 1, time).join("; ");
  const sentence = sentences[effect.kind.name](wordsFor(alike, time));
  return `${sentence}${remarks === "" ? "" : ` (${remarks})`}`;
}

function wordsFor(alike: AlikeEffects, time: EffectTime): Words {
  const [effect] = alike;
  const { former, isUnread, url } = effect;
  const isMany = alike.length > 1;
  const name = isMany ? nameOfMany(alike) : effectName(effect);
  const isPlural = isMany || isUnread === true;
  return {
    effect,
    isMany,
    name,
    subject: isPlural ? `${name},` : name,
    place: isMany ? "" : at(url),
    instead: former === undefined ? "" : ` instead of ${isMany ? "other content" : nameOf(former)}`,
    verb: (one, several, past) => (time === "found" ? past : undefined) ?? (isPlural ? several : one),
  };
}

/** What an effect is about. */
export function effectName({ object, isUnread }: EffectView): string {
  const name = nameOf(object);
  return isUnread === true ? `the contents of ${name}, which docsform has not read` : name;
}

function nameOfMany([effect, ...others]: AlikeEffects): string {
  const { object, isUnread, url, formerUrl } = effect;
  const title = object.title === undefined ? plainText(object.address) : quotedTitle(object.title).trim();
  const from = formerUrl === undefined || url === undefined ? undefined : shownUrl(formerUrl);
  const place = from === undefined ? at(url) : ` (${from} → ${shownUrl(url ?? "")})`;
  const objects = `${count(others.length + 1, object.label.one, object.label.many)}, such as ${title}${place}`;
  return isUnread === true ? `the unread contents of ${objects}` : objects;
}

const sentences: Readonly<Record<EffectView["kind"]["name"], (words: Words) => string>> = {
  opens: (words) =>
    `${words.subject} ${words.verb("becomes", "become", "became")} readable for ${thoseThere(words)}`,
  shows: shown,
  lists: (words) =>
    `${words.subject} ${words.verb("appears", "appear", "appeared")} in the navigation for ${thoseThere(words)}`,
  closes: ({ effect: { readers }, subject, place, verb }) =>
    `${subject} ${verb("is", "are")} no longer readable for ${audience(readers?.before)}${readers?.after ? "" : place}`,
  unlists: (words) =>
    `${words.subject} ${words.verb("leaves", "leave", "left")} the navigation, and ${words.verb("is", "are")} still readable for ${thoseThere(words)}`,
  "other-content": (words) =>
    words.effect.readers === undefined
      ? `${words.place} readers ${words.verb("find", "find", "found")} ${words.subject}${words.instead}`.trim()
      : shown(words),
  "url-ends": ({ effect, isMany, subject, name, verb }) => {
    const { attributes, formerUrl, url } = effect;
    const end = `${verb("end", "end", "ended")} without a redirect`;
    if (attributes.length > 0) return `the URLs of ${subject} ${end}: ${valuesOf(effect)}`;
    if (isMany) return `URLs of ${subject} ${end}`;
    const former = formerUrl === undefined ? `a URL of ${name}` : shownUrl(formerUrl);
    const it = formerUrl === undefined ? "it" : name;
    const now = url === undefined ? "" : `; ${it} is ${verb("then", "then", "now")}${at(url)}`;
    return `${former} ${verb("ends", "ends", "ended")} without a redirect${now}`;
  },
  "url-moves": ({ effect: { formerUrl, url }, isMany, subject, verb }) => {
    const moves = `${subject} ${verb("moves", "move", "moved")}`;
    if (isMany) return `${moves} to other URLs, with redirects`;
    if (formerUrl === undefined || url === undefined) return `${moves} to another URL, with a redirect`;
    return `${moves} from ${shownUrl(formerUrl)} to ${shownUrl(url)}, with a redirect`;
  },
  access: (words) => rights(words, "more"),
  "ends-access": (words) => rights(words, "fewer"),
  "sign-in": ({ effect, name }) =>
    effect.attributes.length === 0
      ? `people can join or log in through ${name}`
      : `people can join or log in differently through ${name}: ${valuesOf(effect)}`,
};

function shown(words: Words): string {
  return `${words.subject} ${words.verb("is", "are")} shown to ${thoseThere(words)}`;
}

function thoseThere({ effect: { readers }, place, instead }: Words): string {
  return `${whoReads(readers?.after)}${place}${instead === "" ? "" : `,${instead}`}`;
}

function rights({ effect, subject, name, isMany, verb }: Words, how: "more" | "fewer"): string {
  const { levels, attributes, isSignIn } = effect;
  const it = isMany ? "them" : "it";
  if (attributes.length > 0) {
    const values = valuesOf(effect);
    if (isSignIn) return `fewer people can join or log in through ${name}, or with fewer rights: ${values}`;
    return levels === undefined
      ? `people ${verb("get", "get", "got")} ${how} rights through ${name}: ${values}`
      : `${subject} ${verb("gets", "get", "got")} ${how} rights: ${values}`;
  }
  if (levels === undefined)
    return `${name}: what every member of the organization may do with ${it} ${verb("changes", "changes", "changed")}`;
  if (levels.after === null) return `${name}: not every member of the organization may now use ${it}`;
  const only = how === "fewer" ? "only " : "";
  const doing = levels.after === "inherit" ? "do " : "";
  return `${name}: every member of the organization may now ${only}${doing}${permittedBy(levels.after, it)}`;
}

const verbs: ReadonlyMap<string, string> = new Map([
  ["admin", "administer"],
  ["create", "create content in"],
  ["edit", "edit"],
  ["review", "review"],
  ["comment", "comment on"],
  ["read", "read"],
]);

/** What a level permits, after `may`. */
export function permittedBy(level: string | null, it: string): string {
  if (level === null) return "nothing";
  if (level === "inherit") return "what their own role permits";
  const verb = verbs.get(level);
  return verb === undefined ? `use ${it} with the level ${renderValue({ data: level })}` : `${verb} ${it}`;
}

/** `role "read" → "create"`, or the names of the attributes whose values are not shown here. */
function valuesOf({ attributes, levels, formerUrl, url }: EffectView): string {
  const before = levels?.before ?? formerUrl;
  const after = levels?.after ?? url;
  const names = enumerated(attributes.map(plainText));
  if (attributes.length > 1 || (levels === undefined && formerUrl === undefined)) return names;
  const shownValue = (value: string | null | undefined) => renderValue({ data: value ?? null });
  return `${names} ${shownValue(before)} → ${shownValue(after)}`;
}

function remarksOn(effect: EffectView, isMany: boolean, time: EffectTime): readonly string[] {
  const { kind, readers } = effect;
  const mayBeUnlisted = kind.name === "opens" || kind.name === "shows";
  return [
    ...otherSide(effect, isMany, time),
    ...(mayBeUnlisted && readers?.after?.isUnlisted === true ? ["outside the navigation"] : []),
    ...effectRemarks(isMany ? { ...effect, otherPlaces: 0 } : effect),
  ];
}

/** The side that the sentence does not describe. */
function otherSide(effect: EffectView, isMany: boolean, time: EffectTime): readonly string[] {
  const { kind, readers, levels, attributes, url } = effect;
  if (levels !== undefined && attributes.length === 0)
    return [`before: ${permittedBy(levels.before, isMany ? "them" : "it")}`];
  if (kind.name === "opens") return [`before: ${audience(readers?.before)}`];
  if (kind.name !== "closes") return [];
  const place = readers?.after && !isMany ? at(url) : "";
  return [`${time === "found" ? "now" : "afterwards"}: ${audience(readers?.after)}${place}`];
}

/** What the audiences do not show. */
export function effectRemarks({ otherPlaces, isAssumed, undoes }: EffectView): readonly string[] {
  return [
    ...(otherPlaces === 0 ? [] : [`also at ${count(otherPlaces, "other place")}`]),
    ...(isAssumed === true ? ["assumed: the service does not document it"] : []),
    ...(undoes === true ? ["undoes a change made on the service"] : []),
  ];
}

/** Where something is different, and what there is before and afterwards. */
export function effectSides(effect: EffectView): Readonly<Record<"place" | "before" | "after", string>> {
  const { kind, readers, levels, attributes, former, formerUrl, url } = effect;
  const place = attributes.length > 0 ? enumerated(attributes.map(plainText)) : shownUrl(url ?? "");
  if (readers !== undefined) {
    const instead = former === undefined ? "" : `, instead of ${nameOf(former)}`;
    return { place, before: audience(readers.before), after: `${audience(readers.after)}${instead}` };
  }
  if (levels !== undefined) {
    const isOfAll = attributes.length === 0;
    const [before, after] = [levels.before, levels.after].map((level) =>
      isOfAll ? permittedBy(level, "it") : renderValue({ data: level }),
    ) as [string, string];
    return { place: isOfAll ? "every member of the organization" : place, before, after };
  }
  if (former !== undefined) return { place, before: nameOf(former), after: nameOf(effect.object) };
  if (formerUrl === undefined) return { place, before: "", after: kind.meaning };
  const how = kind.isDanger ? "without a redirect" : "with a redirect";
  const where = attributes.length > 0 ? place : "URL";
  return { place: where, before: shownUrl(formerUrl), after: `${shownUrl(url ?? "another URL")}, ${how}` };
}

const ofEverybody: Readonly<Record<Readers["who"], readonly [all: string, some: string]>> = {
  everyone: ["everybody", "visitors who meet"],
  url: ["everybody who knows the URL", "everybody who knows the URL and meets"],
  link: ["everybody with a share link of the site", "everybody with a share link of the site who meets"],
  visitors: ["visitors who are signed in", "visitors who are signed in and meet"],
};

/** Who can read something. */
export function audience(readers: Readers | null | undefined): string {
  return `${whoReads(readers)}${readers?.isUnlisted === true ? ", outside the navigation" : ""}`;
}

const longestCondition = 100;

function whoReads(readers: Readers | null | undefined): string {
  if (!readers) return "nobody";
  const { who, conditions = [] } = readers;
  const [all, some] = ofEverybody[who];
  if (conditions.length === 0) return all;
  const shownConditions = conditions.map((each) => `\`${shortened(plainText(each), longestCondition)}\``);
  return `${some} ${enumerated(shownConditions)}`;
}

function nameOf({ address, label, title }: EffectObject): string {
  return title === undefined ? `${plainText(label.one)} ${plainText(address)}` : objectName({ label, title });
}

/** ` at docs.acme.example/a`. Empty: nobody knows the URL. */
export function at(url: string | undefined): string {
  return url === undefined ? "" : ` at ${shownUrl(url)}`;
}

/** `docs.acme.example/a`. */
export function shownUrl(url: string): string {
  return plainText(url).replace(/^https:\/\/|\/$/gu, "");
}
