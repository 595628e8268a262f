import type { AttributePath } from "../protobuf/messages.ts";

/** Where in a value something is: names of attributes and indexes of lists. Elements of sets have no address: it ends there. */
export type Path = readonly (string | number)[];

/** The path as Terraform's language writes it: `servers[0].name`. */
export function formatPath(path: Path): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`));
  return steps.join("").replace(/^\./, "");
}

/** The path as a message of the protocol. */
export function toAttributePath(path: Path): AttributePath {
  return {
    steps: path.map((step) => (typeof step === "number" ? { elementKeyInt: step } : { attributeName: step })),
  };
}
