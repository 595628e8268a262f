import type { Address } from "../../model/address.ts";
import type { Code } from "../../model/codes/code.ts";
import { wordsOf } from "../../model/codes/layout-words.ts";
import type { DesiredObject, DesiredWorld, OutsideObject } from "../../model/desired-world.ts";
import { type Diagnostic, errorAt, mostDiagnostics, type SourcePosition } from "../../model/diagnostic.ts";
import { mostCharacters } from "../../model/most-characters.ts";
import { isOrganization } from "../../model/resource-type/layout-syntax.ts";
import { groupBy } from "../../util/groups.ts";
import { present } from "../../util/present.ts";
import { checkObjects } from "../check-objects.ts";
import { fileWithoutTokens, tokenTexts, withoutTokens } from "../hide-tokens.ts";
import { type LayoutInput, type LayoutRead, sortedDiagnostics } from "../read-layout.ts";
import { type HiddenPart, type LayoutReading, noVariables } from "../reading.ts";
import { redacted } from "../redacted.ts";
import { shortened } from "../shortened.ts";
import { annotationDiagnostic } from "./annotations.ts";
import { type AppReading, type ResourcePlace } from "./app-reading.ts";
import { type AppResource, appResources } from "./app-resources.ts";
import { checkDuplicates } from "./check-duplicates.ts";
import { mostParts } from "./evaluate.ts";
import { hiddenAppParts, textsIn } from "./hidden-app-parts.ts";
import type { OutsideSource, Resolving } from "./place-in-app.ts";
import { readImports, readMoves, refuseRemovals } from "./read-addresses.ts";
import { readFinalWrite, readObjectResource } from "./read-app-resource.ts";
import { rankObjects, readOrder } from "./read-order.ts";
import { readOutside } from "./read-outside.ts";
import {
  type ProviderRead,
  readProviders,
  type ServiceDefaults,
  tokensOfProviders,
} from "./read-provider.ts";
import { checkingTypes, type ResourceSchema, resourceSchemas } from "./schemas.ts";
import { namesOfObjects, openStack, type Stack, type StackText, stackOfState } from "./stack.ts";

/** The input of {@link readTerraformJson}. */
export interface TerraformJsonInput extends Pick<LayoutInput, "types" | "tokens" | "wasApplied"> {
  /** The stacks of the app, which may refer to each other. */
  readonly stacks: readonly StackText[];
  /** Stacks of the same app that belong to other organizations. Their values can be read, and their objects are not part of the layout. */
  readonly others?: readonly StackText[];
  /** Environment variables. The variable `NAME` of a stack gets the value of `TF_VAR_NAME`, else its default. */
  readonly environment: LayoutInput["environment"];
  /** Reads a file that an expression of a stack names. Throws if the file does not exist. */
  readonly readFile: LayoutInput["readFile"];
  /** Id of the organization, for an app whose provider blocks name none. An id in a provider block takes precedence. */
  readonly organization?: string;
  /** Values of the environment that stand for others. */
  readonly placeholders?: ReadonlySet<string>;
}

/** The result of {@link readTerraformJson}. */
export interface TerraformJsonRead extends LayoutRead {
  /** The settings in the app's provider blocks on how to access the service. */
  readonly service: ServiceDefaults;
  /** The new address of each object that the app has moved, by its former address. */
  readonly moves: ReadonlyMap<Address, Address>;
  /** The resources of the stacks. Empty if the output has errors. */
  readonly resources: readonly AppResource[];
  /** The declared objects, also those of an invalid app, without values that cannot be resolved. */
  readonly objects: readonly DesiredObject[];
  /** The path of the construct that declares each object, as far as the output has it. */
  readonly constructPaths: ReadonlyMap<Address, string>;
  /** The organizations of the stacks, in the order of the stacks. Empty if docsform cannot assign each stack to one of them. */
  readonly organizations: readonly OrganizationStacks[];
}

/** The stacks of an app that belong to one organization. */
export interface OrganizationStacks {
  readonly organization: string;
  /** Names of the stacks. */
  readonly stacks: readonly string[];
}

/**
 * Reads the synthesized stacks of an app as a layout: the `cdk.tf.json` of each stack. It validates the layout, and returns all errors
 * in the stacks at once. It does not throw them.
 */
export function readTerraformJson(input: TerraformJsonInput): TerraformJsonRead {
  const tooLong = errorIfTooLong(input);
  if (tooLong !== undefined) return nothingRead(tooLong);
  const reported = input.stacks.flatMap(({ annotations = [] }) => annotations.map(annotationDiagnostic));
  const schemas = resourceSchemas(input.types);
  const opened = input.stacks.flatMap(
    (text) => openStack(text, schemas, (each) => reported.push(each)) ?? [],
  );
  const others = (input.others ?? []).flatMap((text) => openStack(text, schemas, () => {}) ?? []);
  const stacks = opened.filter((stack) => stack.resources.size > 0);
  const constructs = constructsIn(stacks);
  const report = (diagnostic: Diagnostic) => reported.push(shortened(inConstruct(constructs, diagnostic)));
  const hiddenParts = opened.flatMap(({ source }) => hiddenAppParts(source, schemas));
  const app = appReading(input, { opened, stacks, others }, schemas, {
    report,
    hiddenParts,
    isCrowded: () => reported.length > mostDiagnostics,
  });
  const moves = readMoves(app, stacks, schemas);
  for (const stack of stacks) {
    readImports(app, stack);
    refuseRemovals(app, stack);
  }
  const places = stacks.flatMap((stack) => placesIn(app, stack));
  readResources(places);
  const providers = stacks.flatMap((stack) => readProviders(stack, app.resolvingOf(stack)));
  const objects = [...namedObjects(app), ...rankObjects(app)];
  const outside = readOutside(app.outside);
  checkObjects(app.reading);
  checkDuplicates(app.reading);
  const organization = organizationOf(input, providers, reported, report);
  if (stacks.length === 0 && !hasErrors(reported)) report(nothingDeclared(input.stacks));
  const sources = input.stacks.map(({ source }) => {
    const isOpen = opened.some((stack) => stack.source.file === source.file);
    return fileWithoutTokens(redacted(source, isOpen ? hiddenParts : textsIn(source)), app.reading.tokens);
  });
  const diagnostics = withoutTokens(sortedDiagnostics(sources, distinct(reported)), app.reading.tokens);
  const isInvalid = organization === undefined || hasErrors(diagnostics);
  return {
    desired: isInvalid
      ? undefined
      : {
          ...worldOf(organization, withOrganization(input, objects, organization), outside, providers),
          constructPaths: app.constructPaths,
        },
    diagnostics,
    sources,
    service: Object.assign({}, ...providers.map(({ service }) => service).reverse()) as ServiceDefaults,
    moves,
    resources: isInvalid ? [] : appResources(places),
    objects,
    constructPaths: app.constructPaths,
    organizations: organizationsOf(providers, input.organization),
  };
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** Reads the resources of an app. Objects come last, because final writes and orders add to them. */
function readResources(places: readonly ResourcePlace[]): void {
  for (const place of places) {
    const { schema } = place.resource;
    if (schema.kind === "final") readFinalWrite(place, schema);
    if (schema.kind === "order") readOrder(place, schema);
  }
  for (const [rank, place] of places.entries())
    if (place.resource.schema.kind === "object") readObjectResource(place, place.resource.schema, rank);
}

function appReading(
  input: TerraformJsonInput,
  { opened, stacks, others }: Readonly<Record<"opened" | "stacks" | "others", readonly Stack[]>>,
  schemas: ReadonlyMap<string, ResourceSchema>,
  {
    report,
    hiddenParts,
    isCrowded,
  }: Pick<LayoutReading, "report" | "isCrowded"> & { readonly hiddenParts: HiddenPart[] },
): AppReading {
  const { types, environment, readFile, placeholders } = input;
  const tokens = [...tokenTexts(input.tokens)];
  const nameOf = namesOfObjects(stacks);
  const budget = { left: mostParts };
  const outside = new Map<Address, OutsideSource>();
  const stateNamed = (name: string) => {
    const stack = stackOfState([...opened, ...others], name);
    return stack && resolving.get(stack);
  };
  const shared = { environment, readFile, tokens, report, hiddenParts, nameOf, stateNamed, budget };
  const resolving = new Map(
    [...opened, ...others].map((stack): [Stack, Resolving] => [
      stack,
      others.includes(stack)
        ? { ...shared, stack, outside: new Map(), isOfOtherOrganization: true }
        : { ...shared, stack, outside, isOfOtherOrganization: false },
    ]),
  );
  for (const [stack, each] of resolving)
    if (stacks.includes(stack) || others.includes(stack))
      tokens.push(...tokenTexts(tokensOfProviders(stack, each)));
  return {
    reading: {
      types: checkingTypes(types, schemas),
      environment,
      readFile,
      ...present({ placeholders }),
      wasApplied: (...value) => input.wasApplied?.(undefined, ...value) === true,
      variables: noVariables,
      secretNodes: new Set(),
      secrets: [],
      characterBudget: { left: 0 },
      tokens,
      report,
      keys: new Map(),
      objects: [],
      itemReferences: [],
      positions: new Map(),
      valid: new Map(),
      isCrowded,
    },
    types,
    resolvingOf: (stack) => resolving.get(stack) as Resolving,
    finalWrites: new Map(),
    orders: new Map(),
    pins: new Map(),
    named: new Map(),
    constructPaths: new Map(),
    outside,
  };
}

function placesIn(app: AppReading, stack: Stack): readonly ResourcePlace[] {
  const resolving = app.resolvingOf(stack);
  return [...stack.resources.values()].map((resource) => ({ app, stack, resource, resolving }));
}

/** Objects that the app names only by their ids, with their final writes. */
function namedObjects({ named, finalWrites }: AppReading): readonly DesiredObject[] {
  return [...named.values()].map((object) => ({ ...object, ...finalWrites.get(object.address) }));
}

/** Gives the organization's object the id of the app's organization. */
function withOrganization(
  { types }: TerraformJsonInput,
  objects: readonly DesiredObject[],
  organization: string,
): readonly DesiredObject[] {
  const names = new Set(types.filter(isOrganization).map(({ name }) => name));
  return objects.map((object) =>
    names.has(object.type) && object.pin === undefined ? { ...object, pin: organization } : object,
  );
}

function worldOf(
  organizationId: string,
  objects: readonly DesiredObject[],
  outside: readonly OutsideObject[],
  providers: readonly ProviderRead[],
): DesiredWorld {
  const limits = providers.flatMap(({ maxDeletes }) => (maxDeletes === undefined ? [] : [maxDeletes]));
  return {
    organizationId,
    objects,
    ...(outside.length === 0 ? {} : { outside }),
    prune: [],
    deletesRemoved: true,
    safety: limits.length === 0 ? {} : { maxDeletes: { count: Math.min(...limits) } },
  };
}

/** The id of the app's one organization. Undefined: it has none or several, and an error was reported. */
function organizationOf(
  { stacks, organization }: TerraformJsonInput,
  providers: readonly ProviderRead[],
  reported: readonly Diagnostic[],
  report: LayoutReading["report"],
): string | undefined {
  const named = providers.filter((provider) => provider.organization !== undefined);
  const [first] = named;
  const other = named.find((provider) => provider.organization !== first?.organization);
  if (first !== undefined && other !== undefined) {
    report(severalOrganizations(stacks, first, other));
    const unnamed = organization === undefined ? unnamedIn(providers) : [];
    for (const at of unnamed) report(errorAt(at, wordsOf("synth/no-organization")));
    return undefined;
  }
  const found = first?.organization ?? organization;
  const [provider] = providers;
  if (found === undefined && provider !== undefined && !reported.some(({ at }) => samePlace(at, provider.at)))
    report(errorAt(provider.at, wordsOf("synth/no-organization")));
  return found;
}

function severalOrganizations(
  stacks: readonly StackText[],
  first: ProviderRead,
  other: ProviderRead,
): Diagnostic {
  const words = wordsOf("synth/several-organizations", {
    case: stacks.length > 1 ? "stacks" : "oneStack",
    first: first.organization ?? "",
    firstStack: first.stack,
    other: other.organization ?? "",
    otherStack: other.stack,
  });
  return errorAt(other.at, words);
}

/** The providers of stacks in which no provider names an organization. */
function unnamedIn(providers: readonly ProviderRead[]): readonly SourcePosition[] {
  const named = new Set(
    providers.filter((each) => each.organization !== undefined).map(({ stack }) => stack),
  );
  return providers.filter(({ stack }) => !named.has(stack)).map(({ at }) => at);
}

/** Assigns each stack to its one organization. Empty if a stack has none or several. */
function organizationsOf(
  providers: readonly ProviderRead[],
  fallback: string | undefined,
): readonly OrganizationStacks[] {
  const found: { organization: string; stacks: string[] }[] = [];
  for (const [stack, own] of groupBy(providers, ({ stack }) => stack)) {
    const named = new Set(own.flatMap(({ organization }) => organization ?? []));
    const organization = [...named][0] ?? fallback;
    if (organization === undefined || named.size > 1) return [];
    const known = found.find((each) => each.organization === organization);
    if (known === undefined) found.push({ organization, stacks: [stack] });
    else known.stacks.push(stack);
  }
  return found;
}

function samePlace(a: Diagnostic["at"], b: Diagnostic["at"]): boolean {
  return (
    a !== undefined && b !== undefined && a.file === b.file && a.line === b.line && a.column === b.column
  );
}

function nothingDeclared(stacks: readonly StackText[]): Diagnostic {
  const names = stacks.map(({ name }) => name);
  return errorAt(undefined, wordsOf("synth/nothing-declared", { stacks: names }));
}

function errorIfTooLong({ stacks, others = [] }: TerraformJsonInput): Diagnostic | undefined {
  const characters = [...stacks, ...others].reduce((sum, { source }) => sum + source.text.length, 0);
  if (characters <= mostCharacters.app) return undefined;
  const facts = { characters, most: mostCharacters.app };
  return errorAt(undefined, wordsOf("synth/too-much", facts));
}

function nothingRead(why: Diagnostic): TerraformJsonRead {
  const nothing = { sources: [], resources: [], objects: [], organizations: [] };
  const maps = { moves: new Map(), constructPaths: new Map() };
  return { desired: undefined, diagnostics: [why], service: {}, ...nothing, ...maps };
}

/** The place of a construct in a synthesized file. */
interface ConstructPlace {
  readonly path: string | undefined;
  readonly from: SourcePosition;
  readonly to: SourcePosition;
}

function constructsIn(stacks: readonly Stack[]): ReadonlyMap<string, readonly ConstructPlace[]> {
  const places = stacks.map(({ source, resources }): [string, readonly ConstructPlace[]] => [
    source.file,
    [...resources.values()]
      .sort((a, b) => a.body.start - b.body.start)
      .map(({ constructPath, at, body }) => ({
        path: constructPath,
        from: at,
        to: source.at({ start: body.end - 1, end: body.end }),
      })),
  ]);
  return new Map(places);
}

/** Adapts a diagnostic of the checks that YAML layouts use too: the code names a synthesized app, and the message names the construct. */
function inConstruct(constructs: ReturnType<typeof constructsIn>, diagnostic: Diagnostic): Diagnostic {
  const { at } = diagnostic;
  const code = diagnostic.code.replace(/^layout\//, "synth/") as Code;
  const found = at && constructAt(constructs.get(at.file) ?? [], at);
  const message =
    found?.path === undefined ? diagnostic.message : `${diagnostic.message} Construct: ${found.path}.`;
  return { ...diagnostic, code, message };
}

/** Finds the construct at a position by binary search: the places are in the order of the text, and do not overlap. */
function constructAt(places: readonly ConstructPlace[], at: SourcePosition): ConstructPlace | undefined {
  let [first, last] = [0, places.length];
  while (first < last) {
    const middle = (first + last) >> 1;
    const place = places[middle] as ConstructPlace;
    if (comesBefore(place.to, at)) first = middle + 1;
    else last = middle;
  }
  const place = places[first];
  return place === undefined || comesBefore(at, place.from) ? undefined : place;
}

function comesBefore(a: SourcePosition, b: SourcePosition): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

/** Each diagnostic once: several resources may refer to the same wrong value. */
function distinct(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const byText = new Map(diagnostics.map((each) => [JSON.stringify(each), each]));
  return [...byText.values()];
}
