import { isJsonObject, type Json } from "../../util/json.ts";
import type { ConfigModule, ConfigResource, PlanJson, ResourceChange } from "./plan-json.ts";

/** An index of a module or a resource: a key of `for_each`, or a number of `count`. */
type Key = string | number;

interface ModuleStep {
  readonly name: string;
  readonly key?: Key | undefined;
}

/** A resource in the plan, and where the configuration declares it. */
export interface PlacedResource {
  readonly change: ResourceChange;
  readonly modules: readonly ModuleStep[];
  readonly config: ConfigResource | undefined;
}

/** Finds the resources to which values refer that Terraform will know only after an apply. */
export class PlanReferences {
  readonly #root: ConfigModule;
  readonly #placed: readonly PlacedResource[];
  readonly #byAddress: ReadonlyMap<string, PlacedResource>;

  constructor({ configuration, resource_changes: changes = [] }: PlanJson) {
    this.#root = configuration.root_module ?? {};
    this.#placed = changes.map((change) => {
      const modules = modulesIn(change.module_address ?? "");
      const config = this.#moduleAt(modules)?.resources?.find(
        ({ mode, type, name }) => mode === change.mode && type === change.type && name === change.name,
      );
      return { change, modules, config };
    });
    this.#byAddress = new Map(this.#placed.map((each) => [each.change.address, each]));
  }

  /** The resource with the address in the plan. */
  at(address: string): PlacedResource | undefined {
    return this.#byAddress.get(address);
  }

  /** The address of the one resource of these types that an argument can refer to. Undefined: there is none, or there are several. */
  targetOf(address: string, argument: string, types: readonly string[]): string | undefined {
    const from = this.#byAddress.get(address);
    const keys = from === undefined ? [] : keysOf(from);
    const names = this.#namesIn(address, argument).filter(({ type }) => types.includes(type));
    const [target, ...others] = new Set(names.flatMap((name) => this.#find(name, keys)));
    return others.length === 0 ? target : undefined;
  }

  /** Whether an argument refers to a local value. A plan does not contain the target of a local value. */
  usesLocal(address: string, argument: string): boolean {
    return this.#namesIn(address, argument).some(({ type }) => type === localRoot);
  }

  #namesIn(address: string, argument: string): readonly ResourceName[] {
    const from = this.#byAddress.get(address);
    if (from?.config === undefined) return [];
    const place: Place = { modules: from.modules, config: from.config, keys: keysOf(from), depth: 0 };
    return this.#resolve(place, from.config.expressions?.[argument]);
  }

  #moduleAt(modules: readonly ModuleStep[]): ConfigModule | undefined {
    return modules.reduce<ConfigModule | undefined>(
      (module, { name }) => module?.module_calls?.[name]?.module,
      this.#root,
    );
  }

  /** The resources and local values that an expression names, over variables and outputs of modules. */
  #resolve(place: Place, expression: unknown): readonly ResourceName[] {
    if (place.depth > deepest) return [];
    const next = { ...place, depth: place.depth + 1 };
    return longestOnly(referencesIn(expression)).flatMap((reference) => this.#resolveOne(next, reference));
  }

  #resolveOne(place: Place, reference: string): readonly ResourceName[] {
    const [root, ...rest] = stepsOf(reference);
    const [step] = rest;
    if (root === undefined || step === undefined || rootsWithoutResource.has(root.name)) return [];
    if (root.name === "var") return this.#resolveVariable(place, step.name);
    if (root.name === "each") return step.name === "value" ? this.#resolveLoop(place, rest[1]?.name) : [];
    if (root.name === "module") return this.#resolveOutput(place, step, rest[1]?.name ?? "");
    return [{ modules: place.modules, type: root.name, name: step.name, key: step.key }];
  }

  /** The resources in a `for_each`. If it loops over a module, `output` is the output of each of its instances. */
  #resolveLoop(place: Place, output: string | undefined): readonly ResourceName[] {
    const loop = place.config?.for_each_expression ?? this.#callOf(place.modules)?.for_each_expression;
    const names = longestOnly(referencesIn(loop)).map((reference) =>
      /^module[.][^.]+$/u.test(reference) ? `${reference}.${output ?? ""}` : reference,
    );
    return this.#resolve(place, { references: names });
  }

  #callOf(modules: readonly ModuleStep[]) {
    const last = modules.at(-1);
    return last === undefined ? undefined : this.#moduleAt(modules.slice(0, -1))?.module_calls?.[last.name];
  }

  #resolveVariable(place: Place, name: string): readonly ResourceName[] {
    const call = this.#callOf(place.modules);
    if (call === undefined) return [];
    const modules = place.modules.slice(0, -1);
    const loop = call.for_each_expression;
    return this.#resolve(
      { ...place, modules, config: { for_each_expression: loop } },
      call.expressions?.[name],
    );
  }

  #resolveOutput(place: Place, step: Step, output: string): readonly ResourceName[] {
    const inside = [...place.modules, step];
    const found = this.#moduleAt(inside);
    return this.#resolve(
      { ...place, modules: inside, config: undefined },
      found?.outputs?.[output]?.expression,
    );
  }

  /**
   * The resources that a name can mean. If the name has no index and several resources fit, the one whose indexes the referring resource
   * has too. If that does not single out one, all of them.
   */
  #find({ modules, type, name, key }: ResourceName, keys: readonly Key[]): readonly string[] {
    const named = this.#placed.filter(
      (each) =>
        each.change.type === type &&
        each.change.name === name &&
        each.change.mode === "managed" &&
        each.change.change.after != null &&
        isInside(each.modules, modules) &&
        (key === undefined || each.change.index === key),
    );
    if (named.length <= 1) return named.map(({ change }) => change.address);
    const alike = named.filter(({ change, modules: own }) =>
      [change.index, ...own.map((step) => step.key)].every((each) => each == null || keys.includes(each)),
    );
    return (alike.length === 1 ? alike : named).map(({ change }) => change.address);
  }
}

/** Maximum length of a chain of variables and outputs. A malformed plan may contain a circle. */
const deepest = 40;

const localRoot = "local";
const rootsWithoutResource = new Set(["data", "path", "terraform", "self", "count", "ephemeral"]);

interface Place {
  readonly modules: readonly ModuleStep[];
  readonly config: Pick<ConfigResource, "for_each_expression"> | undefined;
  readonly keys: readonly Key[];
  readonly depth: number;
}

interface ResourceName {
  readonly modules: readonly ModuleStep[];
  readonly type: string;
  readonly name: string;
  readonly key: Key | undefined;
}

interface Step {
  readonly name: string;
  readonly key: Key | undefined;
}

function keysOf({ change, modules }: PlacedResource): readonly Key[] {
  return [change.index, ...modules.map(({ key }) => key)].filter((key) => key != null);
}

/** Whether a path of modules is this one. An index that the other path omits may be any. */
function isInside(own: readonly ModuleStep[], wanted: readonly ModuleStep[]): boolean {
  return (
    own.length === wanted.length &&
    wanted.every(({ name, key }, at) => own[at]?.name === name && (key === undefined || own[at]?.key === key))
  );
}

/** All references in an expression. An argument with parts has an expression for each. */
function referencesIn(expression: unknown): readonly string[] {
  if (Array.isArray(expression)) return expression.flatMap(referencesIn);
  if (!isJsonObject(expression)) return [];
  const own = expression["references"];
  if (Array.isArray(own)) return (own as readonly Json[]).filter((each) => typeof each === "string");
  return Object.values(expression).flatMap(referencesIn);
}

/** The references without those that only begin another one. Terraform lists `a.b` beside `a.b.id`. */
function longestOnly(references: readonly string[]): readonly string[] {
  return references.filter(
    (each) => !references.some((other) => other.startsWith(`${each}.`) || other.startsWith(`${each}[`)),
  );
}

function modulesIn(address: string): readonly ModuleStep[] {
  return stepsOf(address).filter((_step, at) => at % 2 === 1);
}

/** The parts of an address or a reference: `a.b["c.d"].e`. */
function stepsOf(text: string): readonly Step[] {
  return [...text.matchAll(/([^.[\]"]+)(?:\[(?:"((?:[^"\\]|\\.)*)"|(\d+))\])?/gu)].map(
    ([, name = "", quoted, number]) => ({
      name,
      key: quoted === undefined ? (number === undefined ? undefined : Number(number)) : unquoted(quoted),
    }),
  );
}

function unquoted(text: string): string {
  try {
    return (JSON.parse(`"${text}"`) as string).replaceAll("$${", "${").replaceAll("%%{", "%{");
  } catch {
    return text;
  }
}
