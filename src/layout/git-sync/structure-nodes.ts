import * as z from "zod";
import { language } from "../../contract/facts/languages.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../util/json.ts";

/** The kinds of nodes in the structure of a site. */
export const nodeKinds = ["section-group", "section", "space", "external-link"] as const;
export type NodeKind = (typeof nodeKinds)[number];

/** Where a value of the file is: the fields and the places in lists that lead to it. */
export type Path = readonly (string | number)[];

/** A node of the structure. */
export interface SiteNode {
  readonly kind: NodeKind;
  readonly path: Path;
  readonly fields: JsonObject;
}

/** The kind that the fields of a node name. Undefined: none. */
export function kindOf(fields: Json): NodeKind | undefined {
  const type = isJsonObject(fields) ? fields["type"] : undefined;
  return nodeKinds.find((each) => each === type);
}

/** The nodes of a list. */
export function nodesIn(list: Json | undefined, path: Path): readonly SiteNode[] {
  if (!isJsonList(list)) return [];
  return list.flatMap((fields, index) => {
    const kind = kindOf(fields);
    return kind === undefined || !isJsonObject(fields) ? [] : [{ kind, path: [...path, index], fields }];
  });
}

/** The nodes inside a node. */
export function childrenOf({ fields, path }: SiteNode): readonly SiteNode[] {
  return nodesIn(fields["children"], [...path, "children"]);
}

/** A value as a text. Empty: it is none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Where the content of a node of the kind space is. */
export function contentOf({ fields }: SiteNode): JsonObject {
  return isJsonObject(fields["content"]) ? fields["content"] : {};
}

/** The directory with the content of a node, in one spelling. Undefined: its content is in no directory. */
export function directoryOf(node: SiteNode): string | undefined {
  const { directory } = contentOf(node);
  return typeof directory === "string" ? directory.replace(/^[.]\/|\/$/gu, "") : undefined;
}

/** The place of a node of the kind space in the site: the path of the section, if there is one, and its own. */
export function placeOfSpace({ fields }: SiteNode, section?: SiteNode): string {
  return placeOfVariant(textOf(fields["path"]), section?.fields["path"]);
}

export function placeOfVariant(path: Json, section: Json | undefined): string {
  return `${typeof section === "string" ? section : ""}/${textOf(path)}`;
}

/** The fields that a node and an entry of a layout have in common, by the kind of the node. */
export const sharedFields: Readonly<Record<NodeKind, readonly string[]>> = {
  "section-group": ["icon", "draft", "localizedTitle"],
  section: ["path", "icon", "description", "localizedTitle", "localizedDescription", "condition", "default"],
  space: ["path", "condition", "draft", "hidden", "default"],
  "external-link": [
    "url",
    "icon",
    "description",
    "localizedTitle",
    "localizedDescription",
    "draft",
    "condition",
  ],
};

const text = (min: number, max: number) => z.string().min(min).max(max);
const translations = (max: number) => z.partialRecord(language, z.string().max(max)).optional();
const icon = z.string().max(50).optional();
const draft = z.boolean().optional();
const condition = z.string().max(1024).optional();
const children = z.array(z.unknown()).optional();
const common = { type: z.string(), key: z.string().min(1), localizedTitle: translations(128) };
const described = { description: z.string().max(256).optional(), localizedDescription: translations(256) };

const directory = z
  .string()
  .min(1)
  .refine((path) => !path.split("/").includes(".."), "must not leave the project with ..")
  .nullable();

/** The fields of each kind of node, without its children, from the published `GitSyncSiteConfig`. */
export const nodeSchemas: Readonly<Record<NodeKind, z.ZodObject>> = {
  "section-group": z.strictObject({
    ...common,
    title: text(1, 100),
    icon,
    draft,
    children,
  }),
  section: z.strictObject({
    ...common,
    title: text(2, 128),
    ...described,
    icon,
    default: z.boolean().optional(),
    path: text(1, 100),
    condition,
    children,
  }),
  space: z.strictObject({
    ...common,
    title: z.string().min(1),
    path: text(1, 100),
    default: z.boolean().optional(),
    hidden: z.boolean().optional(),
    draft,
    condition,
    content: z.strictObject({ directory, language: language.optional() }),
  }),
  "external-link": z.strictObject({
    ...common,
    title: text(2, 128),
    ...described,
    icon,
    url: z
      .string()
      .max(2048)
      .refine(
        (url) => /^https?:/iu.test(url) && URL.canParse(url),
        "must be a URL that begins with http:// or https://",
      ),
    draft,
    condition,
  }),
};

/** What each container holds. A group in a group holds no further group. */
export const heldBy: Readonly<
  Record<"site" | "section-group" | "nested-group" | "section", readonly NodeKind[]>
> = {
  site: nodeKinds,
  "section-group": ["section-group", "section", "external-link"],
  "nested-group": ["section", "external-link"],
  section: ["space"],
};

/** The file without its nodes. A reader ignores fields at the top that it does not know. */
export const structureFileSchema: z.ZodType = z.looseObject({
  $schema: z.url().optional(),
  version: z.literal(1).optional(),
  site: z.strictObject({ title: z.string().min(1), structure: z.array(z.unknown()) }),
});
