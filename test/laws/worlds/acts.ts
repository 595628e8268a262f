import fc from "fast-check";
import type { Emulator } from "../../../src/emulator/emulator.ts";
import { type DesiredObject, isReference } from "../../../src/model/desired-world.ts";
import { EmulatorRefusal } from "../../../src/model/emulator-rules.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { present } from "../../../src/model/present.ts";
import { meaningsOf } from "./declared.ts";
import { type Fact, nameOf } from "./facts.ts";
import type { Stage } from "./stage.ts";

/** Something that somebody else does. The numbers choose among what there is when it is done. */
export interface Act {
  readonly does: "makes" | "renames" | "moves" | "deletes";
  /** An object of the layout (makes), or one on the service. */
  readonly which: number;
  /** Where it is to be: in the place that the layout has for its like, or in another. */
  readonly where: "there" | "elsewhere";
  readonly title: string;
}

const title = fc.constantFrom("Alpha", "Beta", "Gamma", "Theirs");

export const act: fc.Arbitrary<Act> = fc.record({
  does: fc.constantFrom("makes", "makes", "renames", "moves", "deletes"),
  which: fc.nat(30),
  where: fc.constantFrom("there", "elsewhere"),
  title,
});

/** Makes something of the name of an object of the layout. */
export const making: fc.Arbitrary<Act> = act.map((each) => ({ ...each, does: "makes" }));

/** Has others do it. What the service refuses, or what there is nothing to do to, does not happen. */
export function perform(stage: Stage, given: Act): void {
  stage.others((emulator) => {
    const call = given.does === "makes" ? creating(stage, given) : changing(stage, given);
    if (call === undefined) return;
    try {
      emulator.edit(...call);
    } catch (error) {
      if (!(error instanceof EmulatorRefusal) || error.message.startsWith("No such operation")) throw error;
    }
  });
}

type Call = Parameters<Emulator["edit"]>;
type Maker = (like: Like) => readonly [operation: string, params: Record<string, string>, body: JsonObject];

interface Like {
  readonly name: string;
  readonly scope: string;
  readonly container: string | null;
  readonly space: string;
}

/** How each type is made by hand. */
const makers: Readonly<Record<string, Maker>> = {
  collection: ({ name, container }) => ["createCollection", {}, { title: name, ...inParent(container) }],
  space: ({ name, container }) => ["createSpace", {}, { title: name, ...inParent(container) }],
  team: ({ name }) => ["createOrganizationTeam", {}, { title: name }],
  saml_provider: ({ name }) => ["createOrganizationSAMLProvider", {}, { label: name }],
  openapi_spec: ({ name }) => [
    "createOpenAPISpec",
    {},
    { slug: name, source: { url: "https://theirs.example/a.json" } },
  ],
  site: ({ name }) => ["createSite", {}, { title: name }],
  site_section: ({ name, scope, space }) => [
    "addSectionToSite",
    { siteId: scope },
    { title: name, spaceId: space },
  ],
  site_section_group: ({ name, scope }) => ["addSectionGroupToSite", { siteId: scope }, { title: name }],
  site_space: ({ scope, space, container }) => [
    "addSpaceToSite",
    { siteId: scope },
    { spaceId: space, ...(container === null ? {} : { sectionId: container }) },
  ],
};

function inParent(container: string | null): JsonObject {
  return present({ parent: container ?? undefined });
}

function creating(stage: Stage, { which, where }: Act): Call | undefined {
  const { objects } = stage.desired;
  const object = objects[which % Math.max(1, objects.length)];
  const make = object && makers[object.type];
  if (object === undefined || make === undefined) return undefined;
  return [...make(likeOf(stage, object, where, which))];
}

function likeOf(stage: Stage, object: DesiredObject, where: Act["where"], which: number): Like {
  const facts = [...stage.chronicle.facts.values()];
  const { ids } = meaningsOf(stage.desired, stage.chronicle.facts, new Map());
  const meant = (value: unknown) => (isReference(value) ? ids(value.$ref)[0] : undefined);
  const oneOf = (type: string) =>
    chosen(
      facts.filter((fact) => fact.type === type),
      which,
    )?.id;
  const place = meant(object.container) ?? null;
  const elsewhere = place === null ? (oneOf(containerType(object.type)) ?? null) : null;
  return {
    name: nameIn(object),
    scope: meant(object.scope && { $ref: object.scope }) ?? "",
    container: where === "there" ? place : elsewhere,
    space: meant(object.attributes["space"]) ?? oneOf("space") ?? "",
  };
}

function containerType(type: string): string {
  return type === "site_space" ? "site_section" : "collection";
}

function nameIn({ attributes }: DesiredObject): string {
  const names = ["title", "label", "slug"].map((name) => attributes[name]);
  return names.find((name) => typeof name === "string") ?? "Theirs";
}

interface Changing {
  readonly fact: Fact;
  readonly title: string;
  readonly into: string | null;
}

type Changer = (changing: Changing) => readonly [string, Record<string, string>, JsonObject?];

const ofSite = ({ scope }: Fact) => ({ siteId: scope ?? "" });
const section = (fact: Fact) => ({ ...ofSite(fact), siteSectionId: fact.id });
const group = (fact: Fact) => ({ ...ofSite(fact), siteSectionGroupId: fact.id });
const siteSpace = (fact: Fact) => ({ ...ofSite(fact), siteSpaceId: fact.id });

const changers: Readonly<Record<string, Changer>> = {
  "renames collection": ({ fact, title }) => ["updateCollectionById", { collectionId: fact.id }, { title }],
  "renames space": ({ fact, title }) => ["updateSpaceById", { spaceId: fact.id }, { title }],
  "renames team": ({ fact, title }) => ["updateTeamInOrganizationById", { teamId: fact.id }, { title }],
  "renames site": ({ fact, title }) => ["updateSiteById", { siteId: fact.id }, { title }],
  "renames site_section": ({ fact, title }) => [
    "updateSiteSectionById",
    section(fact),
    { title, path: title.toLowerCase() },
  ],
  "renames site_section_group": ({ fact, title }) => ["updateSiteSectionGroupById", group(fact), { title }],
  "renames site_space": ({ fact, title }) => [
    "updateSiteSpaceById",
    siteSpace(fact),
    { path: title.toLowerCase() },
  ],
  "moves collection": ({ fact, into }) => ["moveCollection", { collectionId: fact.id }, { parent: into }],
  "moves space": ({ fact, into }) => ["moveSpace", { spaceId: fact.id }, { parent: into }],
  "deletes collection": ({ fact }) => ["deleteCollectionById", { collectionId: fact.id }],
  "deletes space": ({ fact }) => ["deleteSpaceById", { spaceId: fact.id }],
  "deletes team": ({ fact }) => ["removeTeamFromOrganizationById", { teamId: fact.id }],
  "deletes site": ({ fact }) => ["deleteSiteById", { siteId: fact.id }],
  "deletes site_section": ({ fact }) => ["deleteSiteSectionById", section(fact)],
  "deletes site_section_group": ({ fact }) => ["deleteSiteSectionGroupById", group(fact)],
  "deletes site_space": ({ fact }) => ["deleteSiteSpaceById", siteSpace(fact)],
};

function changing(stage: Stage, { does, which, where, title: named }: Act): Call | undefined {
  const facts = [...stage.chronicle.facts.values()];
  const fact = chosen(facts, which);
  const change = fact && changers[`${does} ${fact.type}`];
  if (fact === undefined || change === undefined) return undefined;
  const others = facts.filter((each) => each.type === "collection" && nameOf(each) !== nameOf(fact));
  const into = where === "there" ? null : (chosen(others, which)?.id ?? null);
  return [...change({ fact, title: named, into })];
}

function chosen<T>(from: readonly T[], choice: number): T | undefined {
  return from[choice % Math.max(1, from.length)];
}
