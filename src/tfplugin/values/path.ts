import type { AttributePath, AttributePathStep } from "../protobuf/messages.ts";

/** One step into a value: an attribute of an object, a key of a map, an index of a list. */
export type PathStep = { readonly attribute: string } | { readonly key: string } | { readonly index: number };

/** Where in a value something is. Elements of sets have no address: paths end at the set. */
export type Path = readonly PathStep[];

/** The path `attribute`, then further attributes (strings) and indexes (numbers). */
export function attributePath(attribute: string, ...rest: readonly (string | number)[]): Path {
  return [
    { attribute },
    ...rest.map((step) => (typeof step === "number" ? { index: step } : { attribute: step })),
  ];
}

/** The path as Terraform's language writes it: `servers[0].tags["a"]`. */
export function formatPath(path: Path): string {
  return path.map((step, position) => formatStep(step, position === 0)).join("");
}

function formatStep(step: PathStep, first: boolean): string {
  if ("attribute" in step) return first ? step.attribute : `.${step.attribute}`;
  if ("key" in step) return `[${JSON.stringify(step.key)}]`;
  return `[${step.index}]`;
}

/** The path as a message of the protocol. */
export function toAttributePath(path: Path): AttributePath {
  return { steps: path.map(toMessageStep) };
}

function toMessageStep(step: PathStep): AttributePathStep {
  if ("attribute" in step) return { attributeName: step.attribute };
  if ("key" in step) return { elementKeyString: step.key };
  return { elementKeyInt: step.index };
}
