import { countUnknown } from "../../model/count-unknown.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { containsText, liveSecretTexts } from "../../model/secret-value.ts";
import { slugOf } from "../../model/slug.ts";
import type { LiveObject, Snapshot } from "../../model/snapshot.ts";
import { groupBy } from "../../util/groups.ts";
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

const kinds: Readonly<Record<string, NodeKind>> = {
  site_link: "external-link",
  site_section_group: "section-group",
  site_section: "section",
  site_space: "space",
};

/** The live site to write, and what is known of it. */
export interface StructureToWrite {
  readonly types: readonly ResourceType[];
  readonly live: Snapshot;
  readonly siteId: string;
  /** The file that the new one replaces. */
  readonly former: StructureFile | undefined;
}

/**
 * Writes the structure of a live site as a file of Git Sync. What the former file says and the service does not show stays: keys,
 * directories and the translated titles of spaces.
 */
export function liveAsStructure({ types, live, siteId, former }: StructureToWrite): StructureWritten {
  const secretTexts = liveSecretTexts(types, live.objects);
  const contents = live.objects.filter(({ scopeId, type }) => scopeId === siteId && type in kinds);
  const site = live.objects.find(({ id }) => id === siteId);
  const parts = partsIn(contents);
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
  const structure = parts.map(fieldsOf);
  const fields = {
    version: 1,
    ...former?.fields,
    site: {
      title: textOf(clearValues({ title: site?.attributes["title"] ?? null }, siteId)["title"]),
      structure,
    },
  };
  return { text: documentText(newDocument(fields)), notes: [...notes, ...unknownNote(live, siteId), rest] };

  function fieldsOf(part: Part): JsonObject {
    const { kind, live: object, inside } = part;
    const { attributes, isDefault } = object;
    const node = formerOf.get(part);
    noteUnsaid(part);
    const values = clearValues({ ...attributes, default: isDefault }, object.id);
    return {
      type: kind,
      key: node?.fields["key"] ?? newKey(textOf(values["path"] ?? values["title"])),
      title: textOf(values["title"]),
      ...(node?.fields["localizedTitle"] !== undefined &&
        kind === "space" && { localizedTitle: node.fields["localizedTitle"] }),
      ...Object.fromEntries(shownIn(kind, values)),
      ...(kind === "space" && { content: contentFor(object) }),
      ...((kind === "section" || kind === "section-group") && { children: inside.map(fieldsOf) }),
    };
  }

  /** The values that contain no secret. */
  function clearValues(values: JsonObject, id: string): JsonObject {
    const isClear = (name: string) => !containsText(values[name] ?? null, secretTexts);
    const names = Object.keys(values);
    for (const name of names)
      if (!isClear(name)) notes.push(`The file leaves out ${name} of ${id}, which has a secret.`);
    return Object.fromEntries(names.filter(isClear).map((name) => [name, values[name] ?? null]));
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
      const title = textOf(space?.attributes["title"] ?? attributes["title"]);
      const stem = `./${(containsText(title, secretTexts) ? "" : slugOf(title)) || "space"}`;
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
  return sharedFields[kind].flatMap((name) =>
    isSet(values[name]) ? [[name, values[name] ?? null] as const] : [],
  );
}

function isSet(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== false && JSON.stringify(value) !== "{}";
}

/** A note about items that docsform does not know. An import of a file without them would remove them. */
function unknownNote({ objects, unknownObjects = [] }: Snapshot, siteId: string): readonly string[] {
  const inside = new Set(
    objects.flatMap(({ id, scopeId }) => (scopeId === siteId ? [id] : [])).concat(siteId),
  );
  const unknown = unknownObjects.filter(({ container }) => inside.has(container.id));
  if (unknown.length === 0) return [];
  return [
    `docsform does not read these items of the site: ${countUnknown(unknown)}. The file has only those that the file before had, and an import removes the others.`,
  ];
}

const rest =
  "A gitbook-docs.yaml declares the structure of a site alone. For who can see it, its address and its settings, pull a layout.";

/** Attributes that a layout can declare, by the kind of node that has no field for them. */
const unsaid: Readonly<Partial<Record<NodeKind, readonly string[]>>> = {
  section: ["draft"],
  space: ["pageId"],
};

function partsIn(contents: readonly LiveObject[]): readonly Part[] {
  const byContainer = groupBy(contents, ({ container }) => container?.id);
  const inside = (id: string | undefined, around: string): readonly Part[] =>
    (byContainer.get(id) ?? [])
      .toSorted((one, other) => one.rank - other.rank)
      .map((live): Part => {
        const kind = kinds[live.type] ?? "space";
        const place = placeOf(kind, live.attributes, around);
        return { kind, live, place, inside: inside(live.id, place) };
      });
  return inside(undefined, "");
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
