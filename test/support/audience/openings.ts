import type { StoreDump } from "../../../src/emulator/dump.ts";
import type { Address } from "../../../src/model/address.ts";
import { isJsonObject } from "../../../src/util/json.ts";
import { type Access, containersIn, contentsOf, openedIn, type Records, readings } from "./audience-judge.ts";
import type { Judged } from "./watch-moments.ts";

/** Content becomes readable for more people, the navigation lists it, or members get more rights. */
type Opening = "readable" | "listed" | "rights";

/** The kinds of dangers and effects that open. */
const openings: Readonly<Record<string, Opening>> = {
  opens: "readable",
  shows: "readable",
  lists: "listed",
  access: "rights",
};

/** A danger or an effect, as a plan or a drift reports it. */
export interface Reported {
  readonly kind: string;
  readonly address: Address;
}

/** The dangers and effects of a plan or of a drift. */
export function reportedIn(report: object): readonly Reported[] {
  const { dangers = [], effects = [] } = report as Record<string, readonly unknown[] | undefined>;
  return [...dangers, ...effects].filter(
    (each): each is Reported => isJsonObject(each as never) && "address" in (each as object),
  );
}

/** A world with the audiences that the judge sees in it. */
export interface JudgedWorld {
  readonly records: Records;
  readonly judged: Judged;
}

/** An opening that the judge sees. A report may name any of the objects, because the content is in each of them. */
interface SeenOpening {
  readonly what: Opening;
  readonly objects: readonly string[];
}

/**
 * Where the reports and the judge differ: an opening that no report names, and one that the judge does not see. Where no document says what a
 * condition does, a report may follow any of the readings, for each site another one.
 */
export function reportDifferences(
  reported: readonly Reported[],
  { before, after }: { readonly before: JudgedWorld; readonly after: JudgedWorld },
  addresses: ReadonlyMap<string, Address>,
): readonly string[] {
  const seen = readings.map((reading) => openedIn(after.judged[reading], [before.judged[reading]]));
  const worlds = [before.records, after.records];
  const [first = [], ...others] = seen.map((opened) => mustReport(opened, before, worlds));
  const certain = first.filter((each) => others.every((other) => other.some((one) => isSame(one, each))));
  const possible = openedIn(after.judged.everybody, [before.judged.nobody]).map((access) =>
    openingOf(access, worlds),
  );
  const names = (address: Address, { objects }: SeenOpening) =>
    objects.some((id) => addresses.get(id) === address || address.includes(id));
  const opening = reported.flatMap(({ kind, address }) => {
    const what = openings[kind];
    return what === undefined ? [] : [{ kind, what, address }];
  });
  const missing = certain.filter(
    (each) => !opening.some(({ what, address }) => what === each.what && names(address, each)),
  );
  const invented = opening.filter(
    ({ what, address }) => !possible.some((each) => each.what === what && names(address, each)),
  );
  const nameOf = (id: string) => addresses.get(id) ?? id;
  return [
    ...missing.map(({ what, objects }) => `no report says ${what}: ${objects.map(nameOf).join(" or ")}`),
    ...invented.map(({ kind, address }) => `reported, and the judge does not see it: ${kind} ${address}`),
  ];
}

/** What somebody can do with a content that becomes readable follows from that, so only the most is to be reported. */
function mustReport(
  opened: readonly Access[],
  before: JudgedWorld,
  worlds: readonly Records[],
): readonly SeenOpening[] {
  const isReadable = new Set(opened.filter(({ does }) => does === "reads").map(({ content }) => content));
  return opened
    .filter(({ does, content }) => does !== "lists" || !isReadable.has(content))
    .filter((access) => !isNextSource(access, before) && !isNewContent(access, before))
    .map((access) => openingOf(access, worlds));
}

const specification = /^specification (\S+) /u;

/** Another source of a specification that was public before is a change of its content. */
function isNextSource({ content }: Access, { records }: JudgedWorld): boolean {
  const slug = specification.exec(content)?.[1];
  return slug !== undefined && records.get("openapi_spec", slug)?.["visibility"] === "public";
}

/** What members may do with new content is no opening. */
function isNewContent({ does, content }: Access, { records }: JudgedWorld): boolean {
  if (does !== "may" || containersIn(records).has(content)) return false;
  return !records.list("space").some((space) => contentsOf(records, space).includes(content));
}

const whatOf = { reads: "readable", lists: "listed", may: "rights" } as const;

function openingOf({ does, content }: Access, worlds: readonly Records[]): SeenOpening {
  const slug = specification.exec(content)?.[1];
  const holders = worlds.flatMap((records) =>
    records.list("space").filter((space) => contentsOf(records, space).includes(content)),
  );
  const ids = new Set(slug === undefined ? holders.map(({ id }) => id) : [slug]);
  // A collection or a site is its own content.
  return { what: whatOf[does], objects: ids.size === 0 ? [content] : [...ids] };
}

function isSame(one: SeenOpening, other: SeenOpening): boolean {
  return one.what === other.what && one.objects.join() === other.objects.join();
}

/** The addresses by id, in several states. */
export function addressesIn(
  states: readonly ({ readonly objects: Readonly<Record<Address, { readonly id: string }>> } | undefined)[],
): ReadonlyMap<string, Address> {
  const entries = states.flatMap((state) => Object.entries(state?.objects ?? {}));
  return new Map(entries.map(([address, { id }]) => [id, address]));
}

/** The records of a dump. */
export function recordsOf(tables: StoreDump["tables"]): Records {
  return {
    list: (type) => tables[type] ?? [],
    get: (type, id) => tables[type]?.find((record) => record.id === id),
  };
}
