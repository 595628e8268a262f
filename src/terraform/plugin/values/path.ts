import type { AttributePath } from "../protobuf/messages.ts";

/** A path in a value: names of attributes and indexes of lists. Elements of sets have no address, so a path ends at a set. */
export type Path = readonly (string | number)[];

/** Formats a path as Terraform's language does: `servers[0].name`. */
export function formatPath(path: Path): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`));
  return steps.join("").replace(/^\./, "");
}

/** Converts a path to a message of the protocol. */
export function toAttributePath(path: Path): AttributePath {
  return {
    steps: path.map((step) => (typeof step === "number" ? { elementKeyInt: step } : { attributeName: step })),
  };
}
