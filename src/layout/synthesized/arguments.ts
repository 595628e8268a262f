import { wordsOf } from "../../model/codes/layout-words.ts";
import type { Reference } from "../../model/desired-world.ts";
import { idIn, type ResourcePlace, reportAt, reportResource, reportUnknown } from "./app-reading.ts";
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
      const facts = { case: "argument", argument: name, resource: resource.name } as const;
      reportAt(place, key, wordsOf("synth/unsupported", facts));
      continue;
    }
    reportUnknown(place, key, name, [...known].sort());
  }
  for (const node of blocksOf(jsonField(resource.body, "depends_on"))) {
    const target = (jsonText(node) ?? "").replace(/^\$\{(.*)\}$/s, "$1");
    if (stack.resources.has(target)) continue;
    reportAt(place, node, wordsOf("synth/unresolvable", { case: "dependency", target }));
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
    reportResource(
      place,
      wordsOf("synth/missing-field", { case: "field", resource: place.resource.name, field: name }),
    );
  return id;
}
