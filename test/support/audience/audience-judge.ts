import type { EmulatedService, EmulatorRecord } from "../../../src/model/emulator-rules.ts";
import { canonicalJson, isJsonObject, type Json } from "../../../src/util/json.ts";
import { includesReader, includesRole, ownRole, type Reach, type Reader, readerText } from "./readers.ts";

/*
 * This judge of who can see and do what reads the records of the emulator. It shares no code with docsform, so that both do not make the same
 * mistake.
 *
 * Content is a page, by its id, or the source of a specification. A copy has the pages of its original, so the judge sees whose content it shows.
 * A translation is content of its own: its readers find another language. A space that nobody filled has no pages, so nobody sees anything in it.
 */

/** Something that somebody can see or do. */
export type Access =
  | { readonly does: "reads" | "lists"; readonly content: string; readonly reader: Reader }
  /** Every member of the organization has this role. `content`: a page, a collection or a site. */
  | { readonly does: "may"; readonly content: string; readonly role: string };

/** Everything that anybody can see or do in a world. */
export interface Audience {
  readonly accesses: readonly Access[];
  /** The collections and sites of the world, by id. */
  readonly containers: ReadonlySet<string>;
}

/**
 * No document says what a condition does in a site without adaptive content: everybody meets it, or those whom it names, or nobody. So the laws hold
 * for each of these.
 */
export const readings = ["everybody", "those it names", "nobody"] as const;
export type Reading = (typeof readings)[number];

/** The records of the emulator, or of another world. */
export type Records = Pick<EmulatedService, "list" | "get">;

interface World {
  readonly records: Records;
  readonly reading: Reading;
  /** Another run gives another id to a site that it creates, so other sites have the name of their title. */
  readonly known: ReadonlySet<string>;
}

/** `known`: the collections and sites with the same ids in all compared worlds. */
export function audienceOf(
  records: Records,
  { reading, known }: { readonly reading: Reading; readonly known: ReadonlySet<string> },
): Audience {
  const world = { records, reading, known };
  return {
    accesses: [...readersIn(world), ...readersOfSpecs(records), ...membersIn(world)],
    containers: containersIn(records),
  };
}

export function containersIn(records: Records): ReadonlySet<string> {
  return new Set(["collection", "site"].flatMap((type) => records.list(type).map(({ id }) => id)));
}

const reachOf: Readonly<Record<string, Reach>> = {
  public: "everybody",
  unlisted: "url",
  "share-link": "link",
  "visitor-auth": "visitors",
};

function readersIn(world: World): readonly Access[] {
  return world.records.list("site_space").flatMap((place) => readersAt(world, place));
}

/** Readers of one place. Every object on the way to it must let them through. */
function readersAt(world: World, place: EmulatorRecord): readonly Access[] {
  const { records } = world;
  const site = records.get("site", textOf(place["site"]));
  const way = [place, ...structureAround(records, place)];
  const reach = reachOf[textOf(site?.["visibility"])];
  if (site?.["published"] !== true || reach === undefined) return [];
  const conditions = conditionsOn(world, site, way);
  if (conditions === "closed" || way.some((each) => each["draft"] === true)) return [];
  const reader: Reader = { reach, site: nameOfSite(world, site), conditions };
  const isListed = way.every((each) => each["hidden"] !== true);
  return contentsOf(records, records.get("space", textOf(place["space"]))).flatMap((content): Access[] => [
    { does: "reads", content, reader },
    ...(isListed ? [{ does: "lists" as const, content, reader }] : []),
  ]);
}

/** The section of a place, and the groups around it. */
function structureAround(records: Records, place: EmulatorRecord): readonly EmulatorRecord[] {
  const section = records.get("site_section", textOf(place["section"]));
  if (section === undefined) return [];
  const groups: EmulatorRecord[] = [];
  for (let at = section["group"]; typeof at === "string"; at = groups.at(-1)?.["group"]) {
    const group = records.get("site_section_group", at);
    if (group === undefined) break;
    groups.push(group);
  }
  return [section, ...groups];
}

function conditionsOn(
  { reading }: World,
  { adaptiveContent = null }: EmulatorRecord,
  way: readonly EmulatorRecord[],
): readonly string[] | "closed" {
  const conditions = new Set(way.map((each) => textOf(each["condition"])).filter((each) => each !== ""));
  const isAdaptive = isJsonObject(adaptiveContent) && adaptiveContent["enabled"] === true;
  if (isAdaptive || conditions.size === 0 || reading === "those it names") return [...conditions].sort();
  return reading === "everybody" ? [] : "closed";
}

function nameOfSite({ known }: World, { id, title }: EmulatorRecord): string {
  return known.has(id) ? id : `new site ${textOf(title)}`;
}

function readersOfSpecs(records: Records): readonly Access[] {
  return records
    .list("openapi_spec")
    .filter((spec) => spec["visibility"] === "public")
    .map(({ id, source = null }) => ({
      does: "reads",
      content: `specification ${id} ${canonicalJson(source)}`,
      reader: { reach: "url", site: "", conditions: [] },
    }));
}

/** What all members may do in collections, in sites, and with the content of spaces. */
function membersIn({ records }: World): readonly Access[] {
  const containers = ["collection", "site"].flatMap((type) =>
    records.list(type).map((record) => ({ contents: [record.id], role: levelOf(records, record) })),
  );
  const spaces = records
    .list("space")
    .filter(({ deletedAt = null }) => deletedAt === null)
    .map((space) => ({ contents: contentsOf(records, space), role: levelOf(records, space) }));
  return [...containers, ...spaces].flatMap(({ contents, role }) =>
    role === null ? [] : contents.map((content): Access => ({ does: "may", content, role })),
  );
}

/** The level on a record: its own, or else that of the collection around it. null: none. */
function levelOf(
  records: Records,
  { defaultLevel = "inherit", parent = null }: EmulatorRecord,
): string | null {
  if (defaultLevel !== "inherit") return defaultLevel === null ? null : textOf(defaultLevel);
  const around = records.get("collection", textOf(parent));
  return around === undefined ? ownRole : levelOf(records, around);
}

/** The pages of a space. A translated one has pages with the ids of the original. */
export function contentsOf(records: Records, space: EmulatorRecord | undefined): readonly string[] {
  const prefix = space !== undefined && isTranslation(space) ? `translation ${space.id}: ` : "";
  const revision = records.get("revision", textOf(space?.["revision"]));
  const content = revision?.["content"];
  const pages = isJsonObject(content) ? content["pages"] : undefined;
  return Array.isArray(pages)
    ? pages.filter(isJsonObject).map((page) => `${prefix}${textOf(page["id"])}`)
    : [];
}

/** Whether a space is the result of a translation. Only those have a language in these worlds. */
export function isTranslation({ language = null }: EmulatorRecord): boolean {
  return language !== null;
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/**
 * What somebody can see or do in a world, and in none of the others. A collection or a site that none of the others has is not opened to members,
 * because only what is in it counts.
 */
export function openedIn(world: Audience, others: readonly Audience[]): readonly Access[] {
  return world.accesses.filter((access) => {
    if (access.does === "may" && isNewContainer(access.content, world, others)) return false;
    return !others.some(({ accesses }) => accesses.some((each) => includes(each, access)));
  });
}

function isNewContainer(id: string, world: Audience, others: readonly Audience[]): boolean {
  return world.containers.has(id) && !others.some(({ containers }) => containers.has(id));
}

function includes(wide: Access, narrow: Access): boolean {
  if (wide.does !== narrow.does || wide.content !== narrow.content) return false;
  if (wide.does === "may") return narrow.does === "may" && includesRole(wide.role, narrow.role);
  return narrow.does !== "may" && includesReader(wide.reader, narrow.reader);
}

export function accessText(access: Access): string {
  const who = access.does === "may" ? `members: ${access.role}` : readerText(access.reader);
  return `${access.does} ${access.content}: ${who}`;
}
