import type { Reference } from "../model/desired-world.ts";
import { didYouMean } from "../model/nearest.ts";
import { idIn, type ResourcePlace, reportAt, reportResource } from "./app-reading.ts";
import { blocksOf, jsonEntries, jsonField, jsonText } from "./json-source.ts";

/** Arguments that every resource may have, and that do not change the desired objects. */
const quietArguments = new Set(["//", "provider", "lifecycle", "timeouts", "depends_on"]);

/** Arguments that only Terraform's engine supports. */
const foreignArguments = ["count", "for_each", "provisioner", "connection", "dynamic"];

/** Reports arguments that the resource does not have, and arguments that docsform does not support. */
export function checkArguments(place: ResourcePlace, known: readonly string[]): void {
  const { resource, stack } = place;
  for (const [name, { key }] of jsonEntries(resource.body)) {
    if (known.includes(name) || quietArguments.has(name)) continue;
    if (foreignArguments.includes(name)) {
      const message = `docsform does not support ${name} of ${resource.name}.`;
      reportAt(
        place,
        key,
        "unsupported",
        message,
        "Change the app so that it declares each resource separately.",
      );
      continue;
    }
    const remedy = didYouMean(name, known) ?? `Its arguments are ${[...known].sort().join(", ")}.`;
    reportAt(place, key, "unknown-field", `${resource.name} has no argument ${name}.`, remedy);
  }
  for (const node of blocksOf(jsonField(resource.body, "depends_on"))) {
    const target = (jsonText(node) ?? "").replace(/^\$\{(.*)\}$/s, "$1");
    if (stack.resources.has(target)) continue;
    const message = `docsform cannot wait for ${target}: it is not among the resources that it applies.`;
    reportAt(place, node, "unresolvable", message, "Apply with Terraform, or remove it from depends_on.");
  }
}

/** The id in a required field. Undefined: an error was reported. */
export function requiredId(
  place: ResourcePlace,
  name: string,
  types: readonly string[],
): Reference | string | undefined {
  const id = idIn(place, name, types);
  if (id === undefined && jsonField(place.resource.body, name) === undefined)
    reportResource(place, "missing-field", `${place.resource.name} has no ${name}.`, `Add ${name}.`);
  return id;
}
