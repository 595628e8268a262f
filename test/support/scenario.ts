import fc from "fast-check";
import { lastSection } from "../../src/contract/operations/site-structure/policies.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import type { EmulatorPolicy } from "../../src/model/emulator-rules.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { registry } from "../../src/resources/registry.ts";
import { createMemoryDisk, type MemoryDisk } from "../../src/state/memory-disk.ts";
import { present } from "../../src/util/present.ts";
import { buildWorld } from "./build-world.ts";
import { declareWorld } from "./declare-world.ts";
import { layoutSpec, liveSpec } from "./draw-world.ts";
import type { Killable } from "./killable.ts";
import { policy } from "./policies.ts";
import type { TestService } from "./service.ts";
import { stateOfIds } from "./states.ts";
import type { WorldSpec } from "./world-spec.ts";

/** Live objects, a layout for them, and the circumstances of its apply. */
export interface Scenario {
  readonly live: WorldSpec;
  readonly wanted: WorldSpec;
  readonly apiVersion: ApiVersion;
  readonly policy: EmulatorPolicy;
  readonly seed: number;
  readonly hasState: boolean;
  /** The state records the live variant with one number as the layout's variant with the other number, wherever it is. */
  readonly strayVariant: { readonly wanted: number; readonly live: number } | null;
  readonly prune: readonly string[];
  readonly concurrency: number;
}

/** Types of the organization whose undeclared objects can be deleted. Types with contents are excluded. */
export const prunable = registry
  .filter((type) => type.scope === undefined && type.deletion !== undefined)
  .filter((type) => !registry.some(({ scope }) => scope === type.name))
  .map(({ name }) => name);

export const scenarioFields = {
  live: liveSpec,
  wanted: layoutSpec,
  apiVersion: fc.constantFrom<ApiVersion>("classic", "current"),
  policy,
  seed: fc.nat(),
  hasState: fc.boolean(),
  strayVariant: fc.option(fc.record({ wanted: fc.nat({ max: 20 }), live: fc.nat({ max: 20 }) }), {
    freq: 2,
  }),
  prune: fc.constantFrom([], [], prunable),
  concurrency: fc.constantFrom(1, 4, 50),
};

/**
 * The scenario on a service that deletes the last section of a site if the layout wants that. Otherwise the service refuses the first request of
 * such an apply, and nothing is written.
 */
export function withDeletableLastSection<Given extends Pick<Scenario, "live" | "wanted" | "policy">>(
  given: Given,
): Given {
  const hasSections = given.live.site !== null && given.live.site.flat === null;
  const becomesFlat = hasSections && given.wanted.site?.flat !== null;
  return becomesFlat ? { ...given, policy: { ...given.policy, [lastSection.name]: "allow" } } : given;
}

/** Creates the live objects, and returns the layout and a disk with or without a state. */
export function prepare(
  service: TestService,
  given: Scenario,
  createDisk: Killable["disk"] = createMemoryDisk,
): { desired: DesiredWorld; disk: MemoryDisk } {
  const ids = new Map(buildWorld(service.emulator, given.live));
  const sitePin = given.hasState ? undefined : ids.get("site.docs");
  const declared = declareWorld(given.wanted, {
    ...present({ sitePin }),
    prune: given.prune,
    apiVersion: given.apiVersion,
  });
  if (given.hasState) strayVariant(ids, declared, service, given);
  const state = given.hasState ? stateOfIds(ids) : undefined;
  return { desired: declared, disk: createDisk({ state, keepsState: given.hasState }) };
}

function strayVariant(
  ids: Map<string, string>,
  desired: DesiredWorld,
  service: TestService,
  { strayVariant: stray }: Scenario,
): void {
  const live = service.emulator.service.list("site_space");
  const variants = desired.objects.filter((object) => object.type === "site_space");
  const id = stray && live.length > 0 ? live[stray.live % live.length]?.id : undefined;
  const address =
    stray && variants.length > 0 ? variants[stray.wanted % variants.length]?.address : undefined;
  if (id === undefined || address === undefined) return;
  for (const [other, known] of ids) if (known === id) ids.delete(other);
  ids.set(address, id);
}
