import * as z from "zod";
import { isKnownTo } from "../../src/model/api-version-marks.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import type { ApiVersion, Endpoint } from "../../src/model/endpoint.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/util/json.ts";

/** A client that sends random requests by the declarations of operations, with known ids and sometimes with nonsense. */
export interface RandomClient {
  /** A request of the operation: its path below `/v1` with the query, and its body as text. */
  request(endpoint: Endpoint): {
    readonly path: string;
    readonly body?: string;
    /** The ids in the path, by kind. */
    readonly place: Place;
  };
  /** Whether all ids of the path are known. For a call that moves an item beside another one, two siblings must be known. */
  knows(endpoint: Endpoint): boolean;
  pick<T>(list: readonly T[]): T;
  /** True with this probability. */
  chance(share: number): boolean;
  /** Records the ids in a response, with the places of their objects. */
  learn(answer: Json, place?: Place): void;
}

type Place = Readonly<Record<string, string>>;

/** `nonsense` is the share of nonsense values, from 0 to 1. */
export function createRandomClient(
  random: () => number,
  { organizationId, apiVersion }: { readonly organizationId: string; readonly apiVersion?: ApiVersion },
  nonsense: number,
): RandomClient {
  const known = new Map<string, string[]>([["organization", [organizationId]]]);
  const places: Place[] = [];
  const items = new Map<string, SiteItem>();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const chance = (share: number) => random() < share;
  const drawing: Drawing = {
    pick,
    chance,
    nonsense,
    isForeign: (schema) => apiVersion !== undefined && !isKnownTo(schema, apiVersion),
    id: (kind) => {
      const all = [...known.values()].flat();
      const ids = known.get(kind) ?? [];
      if (ids.length === 0 || chance(0.08)) return pick([...all, "nobody", "a b", "%2e%2e"]);
      // The newest ids probably belong together.
      return chance(0.6) ? (ids.at(-1) as string) : pick(ids);
    },
    isKind: (name) => known.has(kindOf(name)),
  };
  return {
    pick,
    chance,
    knows: ({ operation, path }) =>
      kindsIn(path).every((kind) => known.has(kind)) &&
      (operation !== sorting || siblingsAmong([...items.values()]).length > 0),
    learn: (answer, place = {}) => {
      for (const item of siteItemsIn(answer, place)) items.set(item.id, item);
      for (const [kind, id] of idsIn(answer)) {
        const ids = known.get(kind) ?? [];
        known.set(kind, [...ids.filter((other) => other !== id), id]);
        places.push({ ...place, [kind]: id });
      }
    },
    request: (endpoint) => {
      const kindsInPath = kindsIn(endpoint.path);
      const whole = places.filter((each) => kindsInPath.every((kind) => kind in each));
      // The ids of one known place, which belong together.
      const together = whole.length > 0 && chance(0.7) ? pick(whole.slice(-6)) : {};
      const siblings = endpoint.operation === sorting ? siblingsAmong([...items.values()]) : [];
      const pair = siblings.length > 0 && chance(0.8) ? pick(siblings) : undefined;
      const place = Object.fromEntries(
        kindsInPath.map((kind) => [kind, (pair?.[0].place ?? together)[kind] ?? drawing.id(kind)]),
      );
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(place[kindOf(name)] ?? ""),
      );
      const query = drawQuery(drawing, endpoint);
      const ordered = pair === undefined ? undefined : JSON.stringify(drawOrder(drawing, pair));
      const body = ordered ?? (endpoint.body === undefined ? undefined : drawBody(drawing, endpoint));
      return { path: path + query, place, ...(body === undefined ? {} : { body }) };
    },
  };
}

const kindsByPath = new Map<string, readonly string[]>();

/** The kinds of a path's parameters. They are cached, because each draw needs them for every path. */
function kindsIn(path: string): readonly string[] {
  const known = kindsByPath.get(path);
  if (known !== undefined) return known;
  const kindsInPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => kindOf(name as string));
  kindsByPath.set(path, kindsInPath);
  return kindsInPath;
}

/** Kinds of parameters that name a destination. */
const kinds: Readonly<Record<string, string>> = {
  parent: "collection",
  into: "page",
  members: "user",
  spaces: "space",
  sections: "site-section",
  authors: "user",
  issueId: "conversation-issue",
  spec: "openapi-spec",
  defaultSiteSpace: "site-space",
  defaultSiteSection: "site-section",
  sectionId: "site-section",
};

/** Operations whose body has an `id`, and the kind of that id. */
const bodyIds: Readonly<Record<string, string>> = { applyTemplateToSpace: "space" };

/** The kind of a parameter: `siteSectionId` is the id of a `site-section`. */
function kindOf(name: string): string {
  const kind = kinds[name];
  if (kind !== undefined) return kind;
  return name.replace(/Id$/, "").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The ids in a response, with their kinds. */
function idsIn(answer: Json): readonly (readonly [string, string])[] {
  if (Array.isArray(answer)) return answer.flatMap(idsIn);
  if (!isJsonObject(answer)) return [];
  const inside = Object.values(answer).flatMap(idsIn);
  const { id, object, kind, contentType, slug, number } = answer;
  if (typeof id !== "string") return inside;
  const guessed =
    kind === "sheet" || kind === "group" ? "page" : contentType === undefined ? "other" : "file";
  const type = textIn(object) || guessed;
  const own: [string, string][] = [[type, id]];
  if (type === "openapi-spec") own.push(["spec-slug", textIn(slug)]);
  if (type === "openapi-spec-version") own.push(["version", id]);
  if (type === "change-request") own.push([type, String(Number(number))]);
  return [...own, ...inside];
}

/** An item in a site's structure, and its last known place. */
interface SiteItem {
  readonly type: string;
  readonly id: string;
  readonly place: Place;
  /** The id of its section or group. Empty: the top level. */
  readonly parent: string;
}

const siteItems = ["site-space", "site-section", "site-section-group", "site-external-link"];

/** The items of a site in a response. An item without its own place has that of its container. */
function siteItemsIn(answer: Json, place: Place, around = ""): readonly SiteItem[] {
  if (place["site"] === undefined) return [];
  if (Array.isArray(answer)) return answer.flatMap((each: Json) => siteItemsIn(each, place, around));
  if (!isJsonObject(answer)) return [];
  const { id, object, section, sectionGroup } = answer;
  const isItem = typeof id === "string" && siteItems.includes(textIn(object));
  const inside = Object.values(answer).flatMap((each) => siteItemsIn(each, place, isItem ? id : around));
  if (!isItem) return inside;
  const parent = textIn(section) || textIn(sectionGroup) || around;
  return [{ type: textIn(object), id, place, parent }, ...inside];
}

type Siblings = readonly [SiteItem, SiteItem];

function siblingsAmong(items: readonly SiteItem[]): readonly Siblings[] {
  const areSiblings = (a: SiteItem, b: SiteItem) =>
    a !== b && a.place["site"] === b.place["site"] && a.parent === b.parent;
  return items.flatMap((item) =>
    items.filter((other) => areSiblings(item, other)).map((other): Siblings => [item, other]),
  );
}

/** The operation that moves an item beside another one, which must be its sibling. */
const sorting = "sortSiteStructure";

function drawOrder({ pick }: Drawing, [item, other]: Siblings): Json {
  return { item: pointerTo(item), position: { [pick(["before", "after"])]: pointerTo(other) } };
}

function pointerTo({ type, id }: SiteItem): JsonObject {
  return { type, id };
}

interface Drawing extends Pick<RandomClient, "pick" | "chance"> {
  readonly nonsense: number;
  readonly id: (kind: string) => string;
  readonly isKind: (name: string) => boolean;
  /** Whether the schema belongs to another API version. */
  readonly isForeign: (schema: z.ZodType) => boolean;
}

function drawQuery(drawing: Drawing, { query, paged }: Endpoint): string {
  const shape = (query?.shape ?? {}) as Readonly<Record<string, z.ZodType>>;
  const pairs = Object.entries(shape).flatMap(([name, rule]): [string, string][] => {
    const schema = schemaOf(rule);
    const isWanted = !rule.safeParse(undefined).success;
    if (!isWanted && drawing.chance(0.6)) return [];
    const value = drawValue(drawing, schema, name);
    return [value].flat().map((each) => [name, typeof each === "object" ? "x" : String(each)]);
  });
  if (paged === true && drawing.chance(0.5)) pairs.push(["limit", drawing.pick(["1", "2", "50", "0", "x"])]);
  return pairs.length === 0 ? "" : `?${new URLSearchParams(pairs).toString()}`;
}

function drawBody(drawing: Drawing, { operation, body }: Endpoint): string | undefined {
  if (drawing.chance(drawing.nonsense / 2)) return drawing.pick(["{", "[]", "null", '"x"', "7"]);
  if (drawing.chance(drawing.nonsense / 2)) return undefined;
  const drawn = drawValue(drawing, schemaOf(body as z.ZodType), "");
  if (!isJsonObject(drawn)) return JSON.stringify(drawn);
  const kind = bodyIds[operation];
  const shape = body instanceof z.ZodObject ? (body.shape as Readonly<Record<string, z.ZodType>>) : {};
  const fields = Object.entries(drawn).filter(([name]) => {
    const rule = shape[name];
    return rule === undefined || !drawing.isForeign(rule) || drawing.chance(0.05);
  });
  if (kind !== undefined) fields.push(["id", drawing.id(kind)]);
  return JSON.stringify(Object.fromEntries(fields));
}

const schemas = new WeakMap<z.ZodType, JsonObject>();

function schemaOf(schema: z.ZodType): JsonObject {
  let found = schemas.get(schema);
  if (found === undefined) {
    found = z.toJSONSchema(schema, { unrepresentable: "any", io: "input" }) as JsonObject;
    schemas.set(schema, found);
  }
  return found;
}

const nonsenses: readonly Json[] = [
  null,
  7,
  -1,
  1e9,
  "",
  "x".repeat(3000),
  true,
  [],
  {},
  [null],
  { x: 1 },
  "\u0000",
];

function drawValue(drawing: Drawing, schema: JsonObject, name: string): Json {
  const { pick, chance } = drawing;
  if (chance(drawing.nonsense)) return pick(nonsenses);
  const variants = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(variants)) return drawValue(drawing, pick(variants as readonly JsonObject[]), name);
  if (schema["const"] !== undefined) return schema["const"];
  if (Array.isArray(schema["enum"])) return pick(schema["enum"] as readonly Json[]);
  const draw = byType[textIn(schema["type"])];
  return draw === undefined ? pick([null, 1, "text", { a: 1 }, []]) : draw(drawing, schema, name);
}

const drawNumber = ({ pick }: Drawing) => pick([0, 1, 2, 5]);

const byType: Readonly<Record<string, (drawing: Drawing, schema: JsonObject, name: string) => Json>> = {
  object: drawObject,
  array: drawList,
  boolean: ({ chance }) => chance(0.5),
  number: drawNumber,
  integer: drawNumber,
  null: () => null,
  string: drawText,
};

function drawList(drawing: Drawing, schema: JsonObject, name: string): Json {
  const items = isJsonObject(schema["items"]) ? schema["items"] : {};
  return Array.from({ length: drawing.pick([0, 1, 1, 2, 3]) }, () => drawValue(drawing, items, name));
}

/** The rows do not declare the contents of rich text, so the whole tree is fixed. */
const tree: Json = {
  object: "document",
  data: {},
  nodes: [
    {
      object: "block",
      type: "paragraph",
      nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Why", marks: [] }] }],
    },
  ],
};

/** Visitor claims must be a JSON Schema of a certain form, which a random value never has. */
const claims: readonly Json[] = ["a", "product"].map((name) => ({
  type: "object",
  properties: { [name]: { type: "boolean", description: name } },
  additionalProperties: false,
}));

function drawObject(drawing: Drawing, schema: JsonObject, name: string): Json {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, JsonObject>>;
  if (properties["object"]?.["const"] === "document") return tree;
  if (name === "jsonSchema") return drawing.pick(claims);
  const required = (schema["required"] ?? []) as readonly string[];
  const fields = Object.entries(properties).flatMap(([name, field]): [string, Json][] =>
    required.includes(name) || drawing.chance(0.5) ? [[name, drawValue(drawing, field, name)]] : [],
  );
  const further = schema["additionalProperties"];
  if (isJsonObject(further) && Object.keys(further).length > 0)
    fields.push([drawing.pick(["a", "product"]), drawValue(drawing, further, "")]);
  const drawn = Object.fromEntries(name === "position" ? onePlace(drawing, fields, properties) : fields);
  const kind = textIn(drawn["type"]);
  return "id" in drawn && drawing.isKind(kind) ? { ...drawn, id: drawing.id(kind) } : drawn;
}

/** A position is usually before or after something, and not both. */
function onePlace(
  drawing: Drawing,
  fields: readonly [string, Json][],
  sides: Readonly<Record<string, JsonObject>>,
): readonly [string, Json][] {
  if (drawing.chance(0.1)) return fields;
  const side = drawing.pick(["before", "after"]);
  return [[side, drawValue(drawing, sides[side] ?? {}, side)]];
}

const words = [
  "guides",
  "Guides & co",
  "News",
  "a",
  "1f600",
  "start",
  "# Heading\n\n[there](start.md) text",
  "en",
  "none",
];

function drawText(drawing: Drawing, schema: JsonObject, name: string): string {
  const { pick, chance } = drawing;
  if (schema["format"] === "uri" || /url$/i.test(name))
    return pick(["https://acme.example/a", "https://app.docs.example/o"]);
  if (name === "ref" && chance(0.5)) return "refs/heads/main";
  if (name === "timestamp") return pick(["2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z", "x"]);
  if (name === "base64") return "YQ==";
  if (drawing.isKind(name) || chance(0.15)) return drawing.id(kindOf(name));
  const text = pick(words);
  const most = Number(schema["maxLength"] ?? 1e6);
  return chance(0.9) ? text.slice(0, most) : text.padEnd(Math.min(most + 1, 5000), "x");
}
