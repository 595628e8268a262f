import { isMap, isScalar, isSeq, type Node } from "yaml";
import type * as z from "zod";
import { wordsOf } from "../../model/codes/layout-words.ts";
import { type Diagnostic, errorAt, type SourcePosition } from "../../model/diagnostic.ts";
import { explainIssues } from "../../model/explain-issue.ts";
import { append, groupBy } from "../../util/groups.ts";
import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../util/json.ts";
import { suggestion } from "../../util/nearest.ts";
import { sortedDiagnostics } from "../read-layout.ts";
import {
  mapFields,
  parseSource,
  positionText,
  type Report,
  type SourceText,
  type YamlSource,
} from "../yaml-source.ts";
import {
  contentOf,
  directoryOf,
  heldBy,
  kindOf,
  nodeKinds,
  nodeSchemas,
  nodesIn,
  type Path,
  type SiteNode,
  structureFileSchema,
  textOf,
} from "./structure-nodes.ts";

/** The result of {@link checkStructureFile}. */
export interface CheckedStructureFile {
  readonly diagnostics: readonly Diagnostic[];
  /** The number of nodes in the structure. */
  readonly nodes: number;
  /** Absent: the file has errors. */
  readonly file?: StructureFile;
}

/** A file of Git Sync without errors. */
export interface StructureFile {
  readonly fields: JsonObject;
  /** The title of the site. */
  readonly title: string;
  /** The nodes at the top of the site. */
  readonly nodes: readonly SiteNode[];
  /** The position of a value, or of the innermost one around it. */
  readonly at: (path: Path) => SourcePosition;
}

/**
 * Checks the file that declares the structure of a site for Git Sync, `gitbook-docs.yaml`, as its import does: the published schema
 * `GitSyncSiteConfig` and the rules of its description. It reports all mistakes, each with its place.
 */
export function checkStructureFile(text: SourceText): CheckedStructureFile {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(diagnostic);
  const source = parseSource(text, report);
  if (source?.contents == null) return { diagnostics, nodes: 0 };
  const value = valueOf(source, source.contents, report);
  const checking: Checking = {
    nodes: [],
    report,
    at: (path, part = "value") => positionOf(source, path, part),
  };
  checkFields(checking, { label: "", path: [], value, schema: structureFileSchema });
  const fields = isJsonObject(value) ? value : {};
  const site = isJsonObject(fields["site"]) ? fields["site"] : {};
  checkNodes(checking, "site", site["structure"] ?? null, ["site", "structure"]);
  checkRules(checking);
  const nodes = nodesIn(site["structure"], ["site", "structure"]);
  const file = { fields, title: textOf(site["title"]), nodes, at: checking.at };
  return {
    diagnostics: sortedDiagnostics([text], diagnostics),
    nodes: checking.nodes.length,
    ...(diagnostics.length === 0 && { file }),
  };
}

interface Checking {
  readonly nodes: SiteNode[];
  readonly report: Report;
  readonly at: (path: Path, part?: "key" | "value") => SourcePosition;
}

function checkNodes(checking: Checking, container: keyof typeof heldBy, list: Json, path: Path): void {
  if (!isJsonList(list)) return;
  list.forEach((fields, index) => checkNode(checking, container, fields, [...path, index]));
}

function checkNode(checking: Checking, container: keyof typeof heldBy, fields: Json, path: Path): void {
  const { report, at, nodes } = checking;
  const kind = kindOf(fields);
  if (kind === undefined || !isJsonObject(fields)) {
    const hasType = isJsonObject(fields) && "type" in fields;
    const place = hasType ? at([...path, "type"]) : at(path);
    report(errorAt(place, wordsOf("layout/git-sync", { case: "kind", kinds: nodeKinds })));
    return;
  }
  const held = heldBy[container];
  if (!held.includes(kind)) {
    const facts = { case: "place", kind, container: containerWords[container], held } as const;
    report(errorAt(at([...path, "type"]), wordsOf("layout/git-sync", facts)));
    return;
  }
  nodes.push({ kind, path, fields });
  checkFields(checking, { label: kind, path, value: fields, schema: nodeSchemas[kind] });
  if (kind === "space" || kind === "external-link") return;
  const inside = kind === "section-group" && container === "section-group" ? "nested-group" : kind;
  checkNodes(checking, inside, fields["children"] ?? null, [...path, "children"]);
}

const containerWords = {
  site: "the site",
  "section-group": "a section-group",
  "nested-group": "a section-group inside another one",
  section: "a section",
} as const;

interface CheckedValue {
  readonly label: string;
  readonly path: Path;
  readonly value: Json;
  readonly schema: z.ZodType;
}

function checkFields({ report, at }: Checking, { label, path, value, schema }: CheckedValue): void {
  const issues = schema.safeParse(value).error?.issues ?? [];
  const part = (name: string, inside: readonly PropertyKey[]) =>
    [name, ...inside.map(String)].filter((each) => each !== "").join(".") || "The file";
  for (const found of explainIssues(label, issues, value, false, { part, field: (name) => name })) {
    const place = [...path, ...(found.path as Path)];
    const known = schema instanceof Object && "shape" in schema ? Object.keys(schema.shape as object) : [];
    const name = String(found.path.at(-1));
    const meant = found.unknownField === true && found.path.length === 1 ? suggestion(name, known) : "";
    report(
      errorAt(at(place, found.unknownField === true ? "key" : "value"), {
        code: "layout/invalid-value",
        message: found.message,
        remedy: meant || found.remedy || "",
      }),
    );
  }
}

/** The rules that need several nodes. */
function checkRules(checking: Checking): void {
  const { nodes, report, at } = checking;
  const refuse = (node: SiteNode, field: string, facts: Parameters<typeof wordsOf<"layout/git-sync">>[1]) =>
    report(errorAt(at(field === "" ? node.path : [...node.path, field]), wordsOf("layout/git-sync", facts)));
  const placeOf = ({ path }: SiteNode) => positionText(at(path));
  const keyed = nodes.filter(({ fields }) => typeof fields["key"] === "string");
  const byKey = groupBy(keyed, ({ fields }) => fields["key"] as string);
  for (const [key, [first, ...others]] of byKey)
    for (const node of others)
      refuse(node, "key", { case: "repeatedKey", key, place: placeOf(first as SiteNode) });
  const sections = nodes.filter(({ kind }) => kind === "section");
  const outer = nodes.filter(({ kind, path }) => kind === "space" && path.length === 3);
  if (sections.length > 0) for (const space of outer) refuse(space, "type", { case: "spaceBesideSections" });
  else
    for (const link of nodes.filter(({ kind }) => kind === "external-link"))
      refuse(link, "type", { case: "linkWithoutSection" });
  checkOneDefault(sections, "the site", "sections");
  if (sections.length === 0) checkOneDefault(outer, "the site", "spaces");
  const inSections = groupBy(
    nodes.filter(({ kind, path }) => kind === "space" && path.length > 3),
    ({ path }) => path.slice(0, -2).join("."),
  );
  for (const spaces of inSections.values()) checkOneDefault(spaces, "this section", "spaces");
  checkLanguages();

  function checkOneDefault(siblings: readonly SiteNode[], container: string, what: string): void {
    const [first] = siblings;
    if (first === undefined) return;
    const [chosen, ...others] = siblings.filter(({ fields }) => fields["default"] === true);
    if (chosen === undefined) refuse(first, "", { case: "noDefault", container, what });
    else
      for (const node of others)
        refuse(node, "default", { case: "severalDefaults", what, place: placeOf(chosen) });
  }

  function checkLanguages(): void {
    const byDirectory = new Map<string, SiteNode[]>();
    for (const node of nodes) {
      const directory = directoryOf(node);
      if (directory !== undefined) append(byDirectory, directory, node);
    }
    for (const [directory, [first, ...others]] of byDirectory)
      for (const node of others)
        if (first !== undefined && contentOf(node)["language"] !== contentOf(first)["language"])
          refuse(node, "content", { case: "otherLanguage", directory, place: placeOf(first) });
  }
}

/** The value of a YAML node. Reports keys that occur twice. */
function valueOf(source: YamlSource, node: Node | undefined, report: Report): Json {
  if (isSeq(node)) return node.items.map((item) => valueOf(source, source.follow(item), report));
  if (isMap(node))
    return Object.fromEntries(
      mapFields(source, node, report).map(({ name, value }) => [name, valueOf(source, value, report)]),
    );
  return isScalar(node) ? (node.value as Json) : null;
}

/** The position of a part, or of the innermost one around it that the file has. */
function positionOf(source: YamlSource, path: Path, part: "key" | "value"): SourcePosition {
  let node = source.contents as Node;
  let found = node;
  for (const [index, step] of path.entries()) {
    const field = isMap(node)
      ? mapFields(source, node, () => undefined).find(({ name }) => name === step)
      : undefined;
    const inner = isSeq(node) ? source.follow(node.items[Number(step)]) : field?.value;
    const isLast = index === path.length - 1;
    if (inner === undefined) return source.at(field?.key ?? found);
    found = isLast && part === "key" ? (field?.key ?? inner) : inner;
    node = inner;
  }
  return source.at(found);
}
