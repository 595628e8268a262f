import { isMap, isNode } from "yaml";
import { type Address, addressOf, encodeName } from "../model/address.ts";
import { wordsOf } from "../model/codes/layout-words.ts";
import type { DesiredObject, DesiredWorld } from "../model/desired-world.ts";
import { type Diagnostic, errorAt, mostDiagnostics } from "../model/diagnostic.ts";
import { mostCharacters } from "../model/most-characters.ts";
import type { ResourceType } from "../model/resource-type.ts";
import { Secret } from "../model/secret.ts";
import { present } from "../util/present.ts";
import { setVariables } from "../util/set-variables.ts";
import { withArticle } from "../util/with-article.ts";
import { checkCreatable, checkObjects } from "./check-objects.ts";
import { hiddenLayoutParts, secretNodes, withoutWords } from "./hidden-parts.ts";
import { fileWithoutTokens, tokenTexts, withoutTokens } from "./hide-tokens.ts";
import { type LayoutTypes, layoutTypesOf, type TypeSyntax } from "./layout-types.ts";
import { type MergedSources, mergeSources } from "./merge-sources.ts";
import { type Head, readHead } from "./read-head.ts";
import { readContents } from "./read-nested.ts";
import { readObject } from "./read-object.ts";
import { resolveItems } from "./read-reference.ts";
import { readVariables, reportUndeclared } from "./read-variables.ts";
import { type LayoutReading, type ReadFile, readLater, secretShown, type VariableValue } from "./reading.ts";
import { redacted } from "./redacted.ts";
import { shortened } from "./shortened.ts";
import {
  mapFields,
  nodeParts,
  parseSource,
  type Report,
  type SourceText,
  type YamlField,
  type YamlSource,
} from "./yaml-source.ts";

/** The input of {@link readLayout}. */
export interface LayoutInput {
  /**
   * The files of the layout, which docsform merges. In one layer, each key occurs once. A later layer takes precedence over earlier ones.
   * Absent `layer`: 0.
   */
  readonly sources: readonly (SourceText & { readonly layer?: number })[];
  /** Name of the environment to read the layout for. */
  readonly environmentName?: string;
  /** The resource types that the layout may declare, such as `registry`. */
  readonly types: readonly ResourceType[];
  /** Environment variables, for `!env` and for the variables of the layout. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the environment variables that `!env` names may be unset, because the caller needs only their names. */
  readonly secretsLater?: boolean;
  /** Values of declared variables, by name. They take precedence over the environment and over defaults. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Tokens of the service. docsform refuses a value that contains one, and no diagnostic shows it. */
  readonly tokens?: readonly Secret[];
  /** Reads a file that the layout names. */
  readonly readFile: ReadFile;
  /** Id of the organization, for a layout that names none. An id in the layout takes precedence. */
  readonly organization?: string;
  /** Whether the last apply of the layout wrote a value. `name` is the name that the layout gives itself. Absent: nothing is known. */
  readonly wasApplied?: (name: string | undefined, ...value: Parameters<WasApplied>) => boolean;
}

type WasApplied = NonNullable<LayoutReading["wasApplied"]>;

/** The result of {@link readLayout}. `desired` is absent if a diagnostic is an error. */
export interface LayoutRead {
  readonly desired: DesiredWorld | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The files with their literal secrets redacted, to show with the diagnostics. */
  readonly sources: readonly SourceText[];
  /** Values of the layout's variables, secret ones in clear. */
  readonly variables?: ReadonlyMap<string, string | undefined>;
}

/**
 * Reads and validates a layout, and resolves its references. It does not throw for errors in the layout: it returns all of them at once.
 *
 * @example
 * import { readLayout, registry } from "docsform";
 *
 * const text = "docsform: 1\norganization: acme\nspaces: { guides: { titel: Guides } }\n";
 * const sources = [{ file: "docsform.yaml", text }];
 * const { desired, diagnostics } = readLayout({ types: registry, sources, environment: {}, readFile: () => "" });
 * console.log(desired, diagnostics.map(({ code }) => code)); // undefined [ 'layout/missing-field', 'layout/unknown-field' ]
 */
export function readLayout(input: LayoutInput): LayoutRead {
  const tooLong = refuseTooLong(input.sources);
  if (tooLong !== undefined) return { desired: undefined, diagnostics: [tooLong], sources: [] };
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => diagnostics.push(shortened(diagnostic));
  const types = layoutTypesOf(input.types);
  const parsed = input.sources.map((source) => parseSource(source, report));
  const layered = parsed.map((source, at) => ({ layer: input.sources[at]?.layer ?? 0, source }));
  const merged = mergeSources(types, layered, input.environmentName, report);
  const { readFile } = input;
  const environment = setVariables(input.environment);
  const tokens = tokenTexts(input.tokens);
  const reading: LayoutReading = {
    types,
    environment,
    ...(input.secretsLater === true ? { secretsLater: true, placeholders: new Set([readLater]) } : {}),
    readFile,
    variables: readVariables(merged.variables, { ...input, environment }, report),
    secretNodes: new Set(parsed.flatMap((source) => (source ? [...secretNodes(types, source)] : []))),
    secrets: [],
    characterBudget: { left: mostCharacters.layout },
    tokens,
    report,
    keys: keysOf(types, merged.entries),
    objects: [],
    itemReferences: [],
    positions: new Map(),
    valid: new Map(),
    isCrowded: () => diagnostics.length > mostDiagnostics,
  };
  const head = readHead(reading, merged.head, merged.versions);
  const wasApplied: WasApplied = (...value) => input.wasApplied?.(head.name, ...value) === true;
  for (const [field, entries] of merged.entries) {
    const syntax = types.maps.get(field);
    if (syntax !== undefined) readEntries({ ...reading, wasApplied }, syntax, entries);
  }
  for (const source of parsed) if (source !== undefined) reportSecretKeys(reading, source);
  resolveItems(reading);
  checkObjects(reading);
  const complete = parsed.every((source) => source !== undefined);
  if (complete) reportUndeclared(reading.variables, report);
  const organizationId = head.organizationId ?? input.organization;
  if (complete) checkHead(input, merged, organizationId, report);
  const ofVariables = [...reading.variables.values.values()].filter((value) => value instanceof Secret);
  const hidden = [...tokens, ...tokenTexts([...reading.secrets, ...ofVariables])];
  const sources = input.sources.map((source, index) => {
    const tree = parsed[index];
    const shown =
      tree === undefined ? withoutWords(source) : redacted(source, hiddenLayoutParts(types, tree));
    return fileWithoutTokens(shown, hidden);
  });
  const variables = new Map(
    [...reading.variables.values].map(([name, value]) => [name, inClear(value)] as const),
  );
  const ordered = withoutTokens(sortedDiagnostics(input.sources, diagnostics), hidden);
  if (organizationId === undefined || ordered.some((found) => found.severity === "error")) {
    return { desired: undefined, diagnostics: ordered, sources, variables };
  }
  return {
    desired: worldOf(reading, head, organizationId, input.environmentName),
    diagnostics: ordered,
    sources,
    variables,
  };
}

/** Reports secrets in keys: every output shows the key of a value. */
function reportSecretKeys(reading: LayoutReading, source: YamlSource): void {
  const { secretNodes: secrets, report } = reading;
  if (secrets.size === 0) return;
  const checkKeys = (node: unknown): void => {
    if (!isNode(node) || secrets.has(node)) return;
    const keys = isMap(node) ? node.items.map(({ key }) => source.follow(key)) : [];
    for (const key of keys)
      if (key !== undefined && secrets.has(key)) report(secretShown(source.at(key), "this key"));
    for (const part of nodeParts(node)) checkKeys(part);
  };
  checkKeys(source.contents);
}

function inClear(value: VariableValue | undefined): string | undefined {
  return value instanceof Secret ? value.reveal() : value;
}

function worldOf(
  reading: LayoutReading,
  head: Head,
  organizationId: string,
  environment: string | undefined,
): DesiredWorld {
  const { name, safety } = head;
  const isInside = (type: string) => reading.types.byType.get(type)?.type.scope !== undefined;
  const prune = head.prune.filter((type) => !isInside(type));
  const owned = head.prune.filter(isInside);
  const objects = reading.objects.map(({ object }) => withOwned(object, owned));
  return { ...present({ name, environment }), organizationId, objects, prune, safety };
}

/** The object, with those of the managed contents that `prune` names as its own. */
function withOwned(object: DesiredObject, pruned: readonly string[]): DesiredObject {
  const { manages, owns, ...rest } = object;
  if (manages === undefined || pruned.length === 0) return object;
  const left = manages.filter((type) => !pruned.includes(type));
  return {
    ...rest,
    owns: [...owns, ...manages.filter((type) => pruned.includes(type))],
    ...(left.length > 0 && { manages: left }),
  };
}

function refuseTooLong(sources: readonly SourceText[]): Diagnostic | undefined {
  const characters = sources.reduce((sum, { text }) => sum + text.length, 0);
  if (characters <= mostCharacters.layout) return undefined;
  const [longest] = [...sources].sort((a, b) => b.text.length - a.text.length);
  const at = { file: longest?.file ?? "", line: 1, column: 1, length: 1 };
  const facts = { case: "characters", characters, most: mostCharacters.layout } as const;
  return errorAt(at, wordsOf("layout/too-much", facts));
}

function keysOf(types: LayoutTypes, entries: MergedSources["entries"]): LayoutReading["keys"] {
  const keys = new Map<string, ReadonlyMap<string, Address>>();
  for (const [field, { type }] of types.maps) {
    const names = [...(entries.get(field)?.keys() ?? [])];
    keys.set(type.name, new Map(names.map((key) => [key, addressOf(type.name, encodeName(key))])));
  }
  return keys;
}

function readEntries(
  reading: LayoutReading,
  syntax: TypeSyntax,
  entries: ReadonlyMap<string, YamlField>,
): void {
  let rank = 0;
  for (const { name: key, source, key: keyNode, value } of entries.values()) {
    const at = source.at(keyNode);
    if (isMap(value)) {
      const fields = mapFields(source, value, reading.report);
      const place = { at, key, within: [], rank, owned: false };
      const { object, declared, contents } = readObject(reading, syntax, fields, place);
      checkCreatable(reading, syntax, object, declared);
      readContents(reading, { syntax, object, within: [] }, contents);
    } else if (value !== undefined) {
      const facts = { case: "entry", field: key, object: withArticle(syntax.type.label.one) } as const;
      reading.report(errorAt(at, wordsOf("layout/invalid-value", facts)));
    }
    rank += 1;
  }
}

function checkHead(
  { sources, environmentName }: LayoutInput,
  merged: MergedSources,
  organizationId: string | undefined,
  report: Report,
): void {
  const at = { file: sources[0]?.file ?? "", line: 1, column: 1, length: 1 };
  if (merged.versions.length === 0) report(errorAt(at, wordsOf("layout/missing-field", { case: "version" })));
  // A layout whose environment is not chosen yet gets no second error: the environment may name the organization.
  const needsEnvironment = merged.environments.size > 0 && !merged.environments.has(environmentName ?? "");
  if (organizationId === undefined && !merged.head.has("organization") && !needsEnvironment)
    report(errorAt(at, wordsOf("layout/missing-field", { case: "organization" })));
}

/** Diagnostics in the order of the files and of the lines in them. */
export function sortedDiagnostics(
  sources: readonly SourceText[],
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  const rank = new Map(sources.map((source, index) => [source.file, index]));
  const fileOf = (found: Diagnostic) => rank.get(found.at?.file ?? "") ?? -1;
  return [...diagnostics].sort(
    (a, b) =>
      fileOf(a) - fileOf(b) ||
      (a.at?.line ?? 0) - (b.at?.line ?? 0) ||
      (a.at?.column ?? 0) - (b.at?.column ?? 0),
  );
}
