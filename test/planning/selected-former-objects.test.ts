import { expect, test } from "vitest";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import { registry } from "../../src/resources/registry.ts";
import { type Case, desired, layoutOf, live, outline, stateOf, worldOf } from "../support/planning.ts";
import { planOptions } from "../support/service.ts";

// The state and the layout have different objects at this address, and the former object is to be deleted.

const source = { url: "https://acme.example/a.json" };
const given: Case = {
  live: [
    live("openapi_spec alpha", { slug: "alpha", source }),
    live("openapi_spec gamma", { slug: "gamma", source }),
  ],
  desired: [desired("openapi_spec.api", { slug: "gamma", source })],
  state: { "openapi_spec.api": { id: "alpha" } },
};
const both = ["≈ openapi_spec.api by key", "- openapi_spec.@alpha"];

test.each([
  { what: "all of it", selection: undefined, steps: both },
  { what: "the address", selection: { target: ["openapi_spec.api"] }, steps: both },
  { what: "its former address", selection: { target: ["openapi_spec.@alpha"] }, steps: both },
  {
    what: "everything except its former address",
    selection: { exclude: ["openapi_spec.@alpha"] },
    steps: [],
  },
])("a former address belongs to its object: $what", ({ selection, steps }) => {
  const planned = planChanges({
    types: registry,
    desired: layoutOf(given),
    live: worldOf(given),
    state: stateOf(given.state ?? {}),
    options: planOptions,
    selection,
  });
  expect(outline(planned).filter((line) => !line.startsWith("guard/"))).toEqual(steps);
});
