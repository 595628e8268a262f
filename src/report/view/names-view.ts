import { type Address, typeOfAddress } from "../../model/address.ts";
import type { AttributeChange, Plan, PlanStep } from "../../model/plan/plan.ts";
import { type Headline, headlineFor } from "../../model/resource-type/headline.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { once } from "../../util/once.ts";
import { plainText } from "../text/plain-text.ts";
import { type LabelOf, labelsOf } from "./label.ts";

/** How lines name the objects of a plan and their types. */
export interface Names {
  readonly labelOf: LabelOf;
  readonly headlineOf: (type: string) => Headline;
  /** Whether indentation shows where an object of the type is: it has a scope. */
  readonly isIndented: (type: string) => boolean;
  /** `section "Guides"`, or the address if the plan does not contain the title. */
  readonly nameOf: (address: Address) => string;
  /** The title after the plan. Undefined: the plan does not contain it. */
  readonly titleAt: (address: Address) => string | undefined;
  /** Path of the construct that declares the object. Undefined: no app declares it. */
  readonly constructAt: (address: Address) => string | undefined;
}

const noHeadline: Headline = { names: [] };

/** Names from the plan alone: those of its steps, and those that the layout declares. */
export function namesIn(
  { steps, managed }: Pick<Plan, "steps" | "managed">,
  types: readonly ResourceType[],
  constructPaths?: ReadonlyMap<Address, string>,
): Names {
  const headlines = new Map(types.map((type) => [type.name, once(() => headlineFor(type))]));
  const ofHeadline = (type: string) => headlines.get(type)?.() ?? noHeadline;
  const scoped = new Set(types.flatMap(({ name, scope }) => (scope === undefined ? [] : [name])));
  // A change follows the move of its object, and contains its new title.
  const stepAt = once(() => new Map(steps.map((step) => [step.address, step])));
  const titleAt = (address: Address) => {
    const step = stepAt().get(address);
    return (
      (step && titleAfter(step, ofHeadline(step.type))) ??
      declaredTitle(managed[address]?.attributes ?? {}, ofHeadline(typeOfAddress(address)))
    );
  };
  const labelOf = labelsOf(types);
  return {
    labelOf,
    headlineOf: ofHeadline,
    isIndented: (type) => scoped.has(type),
    titleAt,
    constructAt: (address) => constructPaths?.get(address)?.replace(/[/]Default$/u, ""),
    nameOf(address) {
      const title = titleAt(address);
      return title === undefined
        ? plainText(address)
        : `${labelOf(typeOfAddress(address)).one} ${quoted(title)}`;
    },
  };
}

/** A title in quotes, in one line. */
export function quoted(title: string): string {
  return JSON.stringify(plainText(title));
}

/** The title of an object after the step. Undefined: it has no name besides its address. */
export function titleAfter(step: PlanStep, headline: Headline): string | undefined {
  if ("attributes" in step) return declaredTitle(step.attributes, headline);
  const renamed = renameIn(step, headline);
  return renamed === undefined ? titleBeside(step) : (renamed.after as string);
}

/** The title, unless it says no more than the address. */
export function titleBeside({
  title,
  address,
}: {
  readonly title: string;
  readonly address: Address;
}): string | undefined {
  return title === "" || title === address ? undefined : title;
}

/** The change of the title. Undefined: the title stays, is secret, or goes away. */
export function renameIn(step: PlanStep, { names, path }: Headline): AttributeChange | undefined {
  if (step.action !== "patch") return undefined;
  return step.changes.find(
    ({ attribute, before, after, sensitive }) =>
      sensitive !== true &&
      attribute !== path &&
      before === step.title &&
      typeof after === "string" &&
      names.includes(attribute),
  );
}

/** The declared value that names an object. A path appears as a path. */
export function declaredTitle(
  values: Readonly<Record<string, unknown>>,
  headline: Headline,
): string | undefined {
  const name = titleAttribute(values, headline);
  return name === undefined ? undefined : String(values[name]);
}

/** The attribute whose declared value names an object. */
export function titleAttribute(
  values: Readonly<Record<string, unknown>>,
  { names, path }: Headline,
): string | undefined {
  return names.find((each) => each !== path && typeof values[each] === "string");
}
