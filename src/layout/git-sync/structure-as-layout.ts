import { isMap, isSeq, type Node } from "yaml";
import { wordsOf } from "../../model/codes/layout-words.ts";
import { type Diagnostic, type SourcePosition, warningAt } from "../../model/diagnostic.ts";
import { escaped } from "../../model/escaped.ts";
import { slugOf } from "../../model/slug.ts";
import type { Snapshot } from "../../model/snapshot.ts";
import { isJsonObject, type Json } from "../../util/json.ts";
import { documentText, newDocument } from "../document-text.ts";
import { mapFields, parseSource } from "../yaml-source.ts";
import type { StructureFile } from "./check-structure-file.ts";
import { pairs } from "./pairs.ts";
import {
  childrenOf,
  contentOf,
  directoryOf,
  type NodeKind,
  placeOfSpace,
  placeOfVariant,
  type SiteNode,
  sharedFields,
  textOf,
} from "./structure-nodes.ts";

/** The live site that a file of Git Sync declares. */
export interface LiveSite {
  readonly id: string;
  /** The variants of the site, by their places. */
  readonly variants: ReadonlyMap<string, { readonly space: string; readonly title: Json }>;
}

/** The warning about a file whose title no live site has, where the organization has other sites. */
export function newSiteWarning({ title, at }: StructureFile): Diagnostic {
  return warningAt(at(["site", "title"]), wordsOf("layout/git-sync-rest", { case: "newSite", title }));
}

export function liveSiteIn({ objects }: Snapshot, id: string): LiveSite {
  const contents = objects.filter(({ scopeId }) => scopeId === id);
  const paths = new Map(
    contents.flatMap((each) => (each.type === "site_section" ? [[each.id, each.attributes["path"]]] : [])),
  );
  const variants = contents.flatMap(({ type, container, attributes: { path, space, title } }) =>
    type === "site_space" && typeof space === "string"
      ? [
          [
            placeOfVariant(path ?? null, paths.get(container?.id ?? "")),
            { space, title: title ?? null },
          ] as const,
        ]
      : [],
  );
  return { id, variants: new Map(variants) };
}

/** The structure of a site as the text of a layout. */
export interface StructureLayout {
  readonly text: string;
  /** Where the file of Git Sync declares what a line of the text does. */
  readonly at: (line: number) => SourcePosition;
  /** What the file declares and a layout cannot. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Writes the structure that a file of Git Sync declares as a layout. A variant at the place of a live one, or with the title of the only
 * other one, shows the space of the live one. The others show what a variant of the same directory shows, or a new space.
 */
export function structureAsLayout(
  file: StructureFile,
  organization: string,
  live: LiveSite | undefined,
): StructureLayout {
  const warnings: Diagnostic[] = [];
  const warn = ({ path }: SiteNode, facts: Parameters<typeof wordsOf<"layout/git-sync-rest">>[1]) =>
    warnings.push(warningAt(file.at(path), wordsOf("layout/git-sync-rest", facts)));
  const spaces = spacesOf(file, live);

  const key = slugOf(file.title) || "site";
  const site = new Map<string, unknown>([["title", file.title]]);
  if (live !== undefined) site.set("id", live.id);
  site.set("structure", file.nodes.map(entryOf));
  const layout = new Map<string, unknown>([
    ["docsform", 1],
    ["organization", organization],
  ]);
  if (spaces.created.size > 0) layout.set("spaces", spaces.created);
  const text = documentText(newDocument(literal(layout.set("sites", new Map([[key, site]])))));
  return { text, at: positionsIn(file, text, key), warnings };

  function entryOf(node: SiteNode): ReadonlyMap<string, unknown> {
    const { kind, fields } = node;
    const named = textOf(fields["title"]);
    const { title, inside } = entryFields[kind];
    const entry = title === undefined ? variantOf(node, named) : new Map<string, unknown>([[title, named]]);
    for (const name of sharedFields[kind]) if (name in fields) entry.set(name, fields[name]);
    return inside === undefined ? entry : entry.set(inside, childrenOf(node).map(entryOf));
  }

  function variantOf(node: SiteNode, title: string): Map<string, unknown> {
    if (node.fields["localizedTitle"] !== undefined) warn(node, { case: "localizedTitle", title });
    const variant = spaces.shownBy(node);
    if (variant !== undefined) {
      if (variant.title !== title) warn(node, { case: "otherTitle", title, live: textOf(variant.title) });
      return new Map([["space", { id: variant.space }]]);
    }
    const space = spaces.of(node);
    const created = spaces.created.get(space);
    const entry = new Map<string, unknown>([["space", created === undefined ? { id: space } : space]]);
    if (created?.title === title) return entry;
    if (node.path.at(-1) !== 0 || node.path.length === shortestPath) return entry.set("title", title);
    warn(node, { case: "firstTitle", title });
    return entry;
  }
}

type LiveVariant = LiveSite["variants"] extends ReadonlyMap<string, infer Variant> ? Variant : never;

interface Spaces {
  /** The new spaces, by the keys that they get. */
  readonly created: ReadonlyMap<string, { readonly title: string; readonly language?: Json }>;
  /** The live variant that a node declares. */
  shownBy(this: void, node: SiteNode): LiveVariant | undefined;
  /** The key of the new space of a node without a live variant, or the id of a live one. */
  of(this: void, node: SiteNode): string;
}

function spacesOf(file: StructureFile, live: LiveSite | undefined): Spaces {
  const created = new Map<string, { readonly title: string; readonly language?: Json }>();
  const nodes = spaceNodesIn(file.nodes);
  const variants = [...(live?.variants ?? [])].map(([place, variant]) => ({
    item: variant,
    place,
    title: textOf(variant.title),
  }));
  const shown = pairs(
    nodes.map(([node, place]) => ({ item: idOf(node), place, title: textOf(node.fields["title"]) })),
    variants,
  );
  const byDirectory = new Map<string, string>();
  const byNode = new Map<string, string>();
  const isNew = ([node]: (typeof nodes)[number]) => !shown.has(idOf(node));
  // First those with live variants, because others can have the same directory.
  for (const [node] of nodes.toSorted((one, other) => Number(isNew(one)) - Number(isNew(other)))) {
    const directory = directoryOf(node);
    const known = directory === undefined ? undefined : byDirectory.get(directory);
    const space = shown.get(idOf(node))?.space ?? known ?? create(node);
    byNode.set(idOf(node), space);
    if (directory !== undefined) byDirectory.set(directory, space);
  }
  return {
    created,
    shownBy: (node) => shown.get(idOf(node)),
    of: (node) => byNode.get(idOf(node)) ?? "",
  };

  function create(node: SiteNode): string {
    const { language } = contentOf(node);
    const stem = slugOf(directoryOf(node) ?? textOf(node.fields["key"])) || "space";
    let key = stem;
    for (let number = 2; created.has(key); number += 1) key = `${stem}-${number}`;
    created.set(key, {
      title: textOf(node.fields["title"]),
      ...(language !== undefined && { language }),
    });
    return key;
  }
}

function idOf({ path }: SiteNode): string {
  return path.join(".");
}

/** How a layout writes each kind of node: the field with its title, and the field with what is inside it. */
const entryFields: Readonly<Record<NodeKind, { readonly title?: string; readonly inside?: string }>> = {
  "section-group": { title: "group", inside: "children" },
  section: { title: "section", inside: "spaces" },
  space: {},
  "external-link": { title: "link" },
};

/** The length of the path of a node at the top of the site. */
const shortestPath = 3;

/** A value in which `${` stands for itself. */
function literal(value: unknown): unknown {
  if (typeof value === "string") return escaped(value);
  if (Array.isArray(value)) return value.map(literal);
  if (value instanceof Map) return new Map([...value].map(([name, part]) => [name, literal(part)]));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, literal(part)]));
}

/** The nodes of the kind space with their places, outer ones first. */
function spaceNodesIn(
  nodes: readonly SiteNode[],
  section?: SiteNode,
): readonly (readonly [SiteNode, string])[] {
  return nodes.flatMap((node) =>
    node.kind === "space"
      ? [[node, placeOfSpace(node, section)] as const]
      : spaceNodesIn(childrenOf(node), node),
  );
}

/** Finds what a line of the layout declares in the file: the entry that begins on the line, or the last one before it. */
function positionsIn(file: StructureFile, text: string, key: string): StructureLayout["at"] {
  const source = parseSource({ file: "layout", text }, () => undefined);
  const places: (readonly [line: number, at: SourcePosition])[] = [[1, file.at(["site"])]];
  const field = (node: Node | undefined, name: string): Node | undefined =>
    source === undefined || !isMap(node)
      ? undefined
      : mapFields(source, node, () => undefined).find((each) => each.name === name)?.value;
  const visit = (entries: Node | undefined, nodes: readonly SiteNode[]): void => {
    if (isSeq(entries))
      for (const [index, node] of nodes.entries()) {
        const entry = source?.follow(entries.items[index]);
        if (source === undefined || entry === undefined) continue;
        places.push([source.at(entry).line, file.at(node.path)]);
        visit(field(entry, entryFields[node.kind].inside ?? ""), childrenOf(node));
      }
  };
  const site = field(field(source?.contents ?? undefined, "sites"), key);
  visit(field(site, "structure"), file.nodes);
  return (line) => places.findLast(([start]) => start <= line)?.[1] ?? file.at(["site"]);
}
