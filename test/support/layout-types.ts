import * as z from "zod";
import type { DesiredValue } from "../../src/model/desired-world.ts";
import type { Endpoint } from "../../src/model/endpoint.ts";
import { ofFirstChild, theContainer } from "../../src/model/key-field.ts";
import type { Attribute, CheckFailure } from "../../src/model/resource-type/attribute.ts";
import type { ResourceType } from "../../src/model/resource-type.ts";
import { isJsonObject } from "../../src/util/json.ts";

const ofNoService: Endpoint = {
  operation: "ofNoService",
  method: "POST",
  path: "/",
  success: [201],
  idempotent: false,
};

const visibilityUnsaid = {
  code: "fair/visibility-unsaid",
  message: "A published fair must say its visibility.",
  remedy: "Add visibility.",
};

/** Types that use every fact that the format of layouts is derived from, and no operations. */
export const layoutTypes: readonly ResourceType[] = [
  toyType("shelf", {
    label: { one: "shelf", many: "shelves" },
    attributes: {
      title: text(1, 50, { atCreate: "required" }),
      note: text(0, 100, { nullable: true }),
    },
    identity: { key: ["title", theContainer], createKey: ["title", theContainer], keyIsUnique: false },
    container: {
      types: ["shelf"],
      rootAllowed: true,
      layoutField: "parent",
      atCreate: { classic: true, current: true, "classic-minimal": true },
      change: { classic: "move", current: "move", "classic-minimal": "move" },
    },
    layout: { kind: "map", field: "shelves", addressBy: ["$key"] },
  }),
  toyType("book", {
    label: { one: "book", many: "books" },
    attributes: {
      title: text(1, 50, { atCreate: "required" }),
      emoji: attribute(z.string().regex(/^[0-9a-f-]+$/)),
      language: attribute(z.enum(["en", "fr", "de"]), { nullable: true }),
      editMode: attribute(z.enum(["live", "locked"])),
      pages: attribute(z.int().min(1).max(999)),
      tags: attribute(z.array(z.string().max(10)).max(3), { set: true }),
    },
    identity: { key: ["title", theContainer], createKey: ["title"], keyIsUnique: false },
    container: {
      types: ["shelf"],
      rootAllowed: true,
      layoutField: "shelf",
      atCreate: { classic: true, current: true, "classic-minimal": true },
      change: { classic: "move", current: "move", "classic-minimal": "move" },
    },
    layout: { kind: "map", field: "books", distinguishedBy: ["language"], addressBy: ["$key"] },
  }),
  toyType("door", {
    label: { one: "door", many: "doors" },
    attributes: {
      label: text(2, 64, { atCreate: "required" }),
      certificate: attribute(z.string().min(8).regex(/^KEY-/), { sensitive: true }),
      lock: attribute(
        z.strictObject({ code: z.string(), keys: z.array(z.strictObject({ code: z.string() })) }),
        {
          sensitive: true,
        },
      ),
      book: attribute(z.string().min(1), { reference: { type: "book" } }),
    },
    identity: { key: ["label"], createKey: ["label"], keyIsUnique: true },
    layout: { kind: "map", field: "doors", addressBy: ["$key"] },
  }),
  toyType("feed", {
    label: { one: "feed", many: "feeds" },
    attributes: {
      slug: attribute(z.string().regex(/^[a-z0-9-]+$/), { atCreate: "required" }),
      source: attribute(
        z.union([z.strictObject({ url: z.url().max(60) }), z.strictObject({ text: z.string().min(1) })]),
        {
          atCreate: "required",
          kinds: { text: { mostCharacters: 100, shown: (text) => text } },
          unreadable: (declared) => isJsonObject(declared) && "text" in declared,
        },
      ),
      visibility: attribute(z.enum(["public", "private"])),
    },
    identity: { key: ["slug"], createKey: ["slug"], keyIsUnique: true },
    layout: { kind: "map", field: "feeds", keyAttribute: "slug", addressBy: ["$key"] },
  }),
  toyType("fair", {
    label: { one: "fair", many: "fairs" },
    attributes: {
      title: text(2, 128, { atCreate: "required" }),
      visibility: attribute(z.enum(["public", "unlisted"])),
      published: attribute(z.boolean()),
      proxy: attribute(z.string().max(60), {
        nullable: true,
        toLayout: (live) => (typeof live === "string" ? live.replace(/^https:/, "") : live),
      }),
    },
    identity: { key: ["title"], createKey: ["title"], keyIsUnique: false },
    layout: {
      kind: "map",
      field: "fairs",
      addressBy: ["$key"],
      contents: [{ field: "structure", types: ["hall", "wing", "stand"], owned: true }],
    },
    check: (attributes) => publishedHasVisibility(attributes),
  }),
  toyType("hall", {
    scope: "fair",
    label: { one: "hall", many: "halls" },
    attributes: {
      title: text(2, 128, { atCreate: "required" }),
      path: text(1, 100, { derived: true }),
      icon: text(0, 50, { nullable: true }),
    },
    identity: { key: ["path"], createKey: ["title", ofFirstChild("book")], keyIsUnique: true },
    container: structureContainer(["wing"]),
    order: structureOrder("halls"),
    defaultRole: { within: "scope", setDefault: neverCalled },
    firstChild: { type: "stand", carries: ["book"] },
    unique: [{ attribute: "path", within: "scope" }],
    layout: {
      kind: "item",
      field: "hall",
      attribute: "title",
      addressBy: ["path", "title"],
      required: ["path"],
      defaultField: "default",
      contents: [{ field: "books", types: ["stand"], owned: true }],
    },
  }),
  toyType("wing", {
    scope: "fair",
    label: { one: "wing", many: "wings" },
    attributes: { title: text(1, 100, { atCreate: "required" }), icon: text(0, 50, { nullable: true }) },
    identity: { key: ["title", theContainer], createKey: ["title", theContainer], keyIsUnique: false },
    container: structureContainer(["wing"]),
    order: structureOrder("halls"),
    layout: {
      kind: "item",
      field: "wing",
      attribute: "title",
      addressBy: ["title"],
      contents: [{ field: "children", types: ["hall", "wing"], owned: true }],
    },
  }),
  toyType("stand", {
    scope: "fair",
    label: { one: "stand", many: "stands" },
    attributes: {
      book: attribute(z.string().min(1), { reference: { type: "book" }, atCreate: "required" }),
      path: text(1, 100, { derived: true }),
      condition: text(0, 1024, { nullable: true }),
    },
    identity: { key: ["book", "path", theContainer], createKey: ["book", theContainer], keyIsUnique: true },
    container: structureContainer(["hall"]),
    order: structureOrder("stands"),
    defaultRole: { within: "container", setDefault: neverCalled },
    unique: [{ attribute: "path", within: "container" }],
    layout: {
      kind: "item",
      field: "book",
      attribute: "book",
      addressBy: ["path", "book"],
      shorthand: true,
      requiredAfterFirst: ["path"],
      defaultField: "default",
    },
  }),
];

/** The same types, and a fair also contains talks, which have an order, and signs, which have none. */
export const layoutTypesWithSigns: readonly ResourceType[] = [
  ...layoutTypes,
  toyType("talk", {
    scope: "fair",
    label: { one: "talk", many: "talks" },
    attributes: { title: text(1, 50, { atCreate: "required" }) },
    identity: { key: ["title"], createKey: ["title"], keyIsUnique: true },
    order: structureOrder("talks"),
    layout: {
      kind: "item",
      field: "talk",
      attribute: "title",
      addressBy: ["title"],
      shorthand: true,
      writtenIn: { field: "talks" },
    },
  }),
  toyType("sign", {
    scope: "fair",
    label: { one: "sign", many: "signs" },
    attributes: {
      source: text(1, 100, { atCreate: "required" }),
      hall: attribute(z.string().min(1), { reference: { type: "hall" }, atCreate: "required" }),
      stand: attribute(z.string().min(1), { reference: { type: "stand" }, nullable: true }),
    },
    identity: { key: ["source"], createKey: ["source"], keyIsUnique: true },
    unique: [{ attribute: "source", within: "scope" }],
    layout: {
      kind: "item",
      field: "sign",
      attribute: "source",
      addressBy: ["source"],
      writtenIn: { field: "signs", owned: true },
    },
  }),
];

type Facts = Pick<ResourceType, "label" | "attributes" | "identity" | "layout"> & Partial<ResourceType>;

function toyType(name: string, facts: Facts): ResourceType {
  return {
    name,
    description: `A ${facts.label.one} of the toy world.`,
    creation: { endpoint: ofNoService, created: neverCalled },
    writers: [],
    reads: [],
    ...facts,
  };
}

function attribute(schema: z.ZodType, facts: Partial<Attribute> = {}): Attribute {
  return { description: "A toy attribute.", schema, atCreate: "accepted", samples: [], ...facts };
}

function text(min: number, max: number, facts: Partial<Attribute> = {}): Attribute {
  return attribute(z.string().min(min).max(max), facts);
}

function structureContainer(types: readonly string[]): NonNullable<ResourceType["container"]> {
  return {
    types,
    rootAllowed: true,
    atCreate: { classic: false, current: true, "classic-minimal": false },
    change: { classic: "move", current: "move", "classic-minimal": "move" },
  };
}

function structureOrder(siblingSet: string): NonNullable<ResourceType["order"]> {
  return { siblingSet, sort: neverCalled };
}

function publishedHasVisibility(attributes: Readonly<Record<string, DesiredValue>>): readonly CheckFailure[] {
  if (attributes["published"] !== true || attributes["visibility"] !== undefined) return [];
  return [{ ...visibilityUnsaid, attribute: "published" }];
}

function neverCalled(): never {
  throw new Error("The toy types speak to no service.");
}
