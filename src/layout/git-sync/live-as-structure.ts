import { slugOf } from "../../model/slug.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import { documentText, newDocument } from "../document-text.ts";
import type { StructureFile } from "./check-structure-file.ts";
import { type Placed, pairs } from "./pairs.ts";
import {
  childrenOf,
  contentOf,
  type NodeKind,
  placeOfVariant,
  type SiteNode,
  sharedFields,
  textOf,
} from "./structure-nodes.ts";

/** A file of Git Sync that docsform wrote. */
export interface StructureWritten {
  readonly text: string;
  /** What the site has and the file cannot say, and what docsform could not know. */
  readonly notes: readonly string[];
}

/** A part of a live site, or of a file, with what is inside it. */
interface Part {
  readonly kind: NodeKind;
  readonly live: LiveObject;
  readonly place: string;
  readonly inside: readonly Part[];
}

const kinds: Readonly<Record<string, Exclude<NodeKind, "external-link">>> = {
  site_section_group: "section-group",
  site_section: "section",
  site_space: "space",
};

/**
 * Writes the structure of a live site as a file of Git Sync. What the former file says and the service does not show stays: keys,
 * directories, external links and the translated titles of spaces.
 */
export function liveAsStructure(
  live: Snapshot,
  siteId: string,
  former: StructureFile | undefined,
): StructureWritten {
  const contents = live.objects.filter(({ scopeId, type }) => scopeId === siteId && type in kinds);
  const site = live.objects.find(({ id }) => id === siteId);
  const parts = partsIn(contents, null, "");
  const formerParts = formerPartsIn(former?.nodes ?? [], "");
  const formerOf = pairs(partsBelow(parts), formerParts);
  const notes: string[] = [];
  const keys = new Set(formerParts.map(({ item }) => textOf(item.fields["key"])));
  const directories = new Map<Json, Json>();
  const spaces = new Map(live.objects.map((object) => [object.id, object]));
  for (const part of partsBelow(parts)) {
    const node = formerOf.get(part.item);
    if (node?.kind === "space")
      directories.set(part.item.live.attributes["space"] ?? null, contentOf(node)["directory"] ?? null);
  }
  const structure = nodesOf(parts, former?.nodes ?? []);
  const fields = {
    version: 1,
    ...former?.fields,
    site: { title: textOf(site?.attributes["title"]), structure },
  };
  return { text: documentText(newDocument(fields)), notes: [...notes, rest] };

  function nodesOf(inside: readonly Part[], before: readonly SiteNode[]): readonly Json[] {
    const nodes = inside.map((part) => ({ node: formerOf.get(part), fields: fieldsOf(part) }));
    for (const [at, link] of before.entries()) {
      if (link.kind !== "external-link") continue;
      const earlier = before.slice(0, at).map(({ fields }) => fields);
      const after = nodes.findLastIndex(({ node }) => node !== undefined && earlier.includes(node.fields));
      nodes.splice(after + 1, 0, { node: link, fields: link.fields });
    }
    return nodes.map(({ fields }) => fields);
  }

  function fieldsOf(part: Part): JsonObject {
    const { kind, live: object, inside } = part;
    const { attributes, isDefault } = object;
    const node = formerOf.get(part);
    const values: JsonObject = { ...attributes, default: isDefault };
    noteUnsaid(part);
    return {
      type: kind,
      key: node?.fields["key"] ?? newKey(textOf(attributes["path"] ?? attributes["title"])),
      title: attributes["title"] ?? "",
      ...(node?.fields["localizedTitle"] !== undefined &&
        kind === "space" && { localizedTitle: node.fields["localizedTitle"] }),
      ...Object.fromEntries(shownIn(kind, values)),
      ...(kind === "space"
        ? { content: contentFor(object) }
        : { children: nodesOf(inside, node === undefined ? [] : childrenOf(node)) }),
    };
  }

  function noteUnsaid({ kind, live: { id, attributes } }: Part): void {
    for (const name of unsaid[kind] ?? [])
      if (isSet(attributes[name])) notes.push(`The file has no field for ${name} of ${id}.`);
  }

  function newKey(text: string): string {
    const stem = slugOf(text) || "node";
    let key = stem;
    for (let number = 2; keys.has(key); number += 1) key = `${stem}-${number}`;
    keys.add(key);
    return key;
  }

  function contentFor({ attributes }: LiveObject): JsonObject {
    const id = attributes["space"] ?? null;
    const space = spaces.get(textOf(id));
    if (!directories.has(id)) {
      const stem = `./${slugOf(textOf(space?.attributes["title"] ?? attributes["title"])) || "space"}`;
      const taken = new Set(directories.values());
      let directory = stem;
      for (let number = 2; taken.has(directory); number += 1) directory = `${stem}-${number}`;
      directories.set(id, directory);
      notes.push(
        `The service does not show the directory of the space ${textOf(id)}. The file names one after its title.`,
      );
    }
    const language = space?.attributes["language"] ?? null;
    return { directory: directories.get(id) ?? null, ...(language !== null && { language }) };
  }
}

/** The fields of a node that have a value on the service. */
function shownIn(kind: NodeKind, values: JsonObject): readonly (readonly [string, Json])[] {
  const names = kind === "external-link" ? [] : sharedFields[kind];
  return names.flatMap((name) => (isSet(values[name]) ? [[name, values[name] ?? null] as const] : []));
}

function isSet(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== false && JSON.stringify(value) !== "{}";
}

const rest =
  "A gitbook-docs.yaml declares the structure of a site alone. For who can see it, its address and its settings, pull a layout.";

/** Attributes that a layout can declare, by the kind of node that has no field for them. */
const unsaid: Readonly<Partial<Record<NodeKind, readonly string[]>>> = {
  section: ["draft"],
  space: ["pageId"],
};

function partsIn(
  contents: readonly LiveObject[],
  inside: LiveObject | null,
  prefix: string,
): readonly Part[] {
  return contents
    .filter(({ container }) => (container?.id ?? null) === (inside?.id ?? null))
    .toSorted((one, other) => one.rank - other.rank)
    .map((live): Part => {
      const kind = kinds[live.type] ?? "space";
      const place = placeOf(kind, live.attributes, prefix);
      return { kind, live, place, inside: partsIn(contents, live, place) };
    });
}

/** The place of a part: its path for a section, its title for a group, and both paths for a space. */
function placeOf(kind: NodeKind, fields: JsonObject, around: string): string {
  switch (kind) {
    case "section":
      return `section ${textOf(fields["path"])}`;
    case "space":
      return `variant ${placeOfVariant(fields["path"] ?? null, around.replace("section ", ""))}`;
    case "section-group":
    case "external-link":
      return `${around}${kind} ${textOf(fields["title"])}, `;
  }
}

function partsBelow(parts: readonly Part[]): readonly Placed<Part>[] {
  return parts.flatMap((part) => [
    { item: part, place: part.place, title: `${part.kind} ${textOf(part.live.attributes["title"])}` },
    ...partsBelow(part.inside),
  ]);
}

function formerPartsIn(nodes: readonly SiteNode[], prefix: string): readonly Placed<SiteNode>[] {
  return nodes.flatMap((node) => {
    const place = placeOf(node.kind, node.fields, prefix);
    const title = `${node.kind} ${textOf(node.fields["title"])}`;
    return [{ item: node, place, title }, ...formerPartsIn(childrenOf(node), place)];
  });
}
