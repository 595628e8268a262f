import { describe, expect, test } from "vitest";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import { type Client, createClient } from "../../src/http/client.ts";
import type { Address } from "../../src/model/address.ts";
import type { DesiredWorld } from "../../src/model/desired-world.ts";
import { type Call, type Generation, generations, publishedGenerations } from "../../src/model/endpoint.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { Lock } from "../../src/model/lock.ts";
import { type CallContext, isCreatable, type ResourceType } from "../../src/model/resource-type.ts";
import { Secret } from "../../src/model/secret.ts";
import { parseLock, serialiseLock } from "../../src/reconcile/disk/lock-text.ts";
import type { PlannedRun } from "../../src/reconcile/planned.ts";
import { openReconciler, type Reconciler } from "../../src/reconcile/reconciler.ts";
import { registry } from "../../src/resources/registry.ts";
import { apply, applyAndProve, type Ground, newGround, worldOf } from "../support/conform.ts";
import {
  changed,
  type Declaration,
  declare,
  newDeclaration,
  withAttributes,
} from "../support/declare-type.ts";
import { everythingAllowed, horizonMs } from "../support/run-layout.ts";
import { testToken } from "../support/service.ts";

/** A reconciler that nobody has told which generation the service speaks. */
function withoutGeneration(
  { service, disk }: Ground,
  client: Client = service.client,
  types: readonly ResourceType[] = registry,
): Reconciler {
  const { clock, random } = service;
  return openReconciler({ types, client, clock, random, disk, concurrency: 4, horizonMs });
}

async function planIn(reconciler: Reconciler, declaration: Declaration): Promise<PlannedRun> {
  const planned = await reconciler.plan(worldOf(declaration));
  if (planned.plan === undefined) throw new Error(planned.diagnostics.map(({ message }) => message).join());
  return planned;
}

/** What becomes of a layout that is applied by somebody who does not know the generation. */
async function attempt(ground: Ground, declaration: Declaration) {
  const { emulator } = ground.service;
  const writes = () => emulator.log.filter(({ method }) => method !== "GET").length;
  const before = writes();
  const reconciler = withoutGeneration(ground);
  const planned = await planIn(reconciler, declaration);
  const codes = planned.refusals(everythingAllowed).map(({ code }) => code);
  const { outcome, left } = await reconciler.apply(planned, everythingAllowed).result;
  return { codes, outcome, left, hasWritten: writes() > before };
}

const passed = { codes: [], outcome: "done", left: [], hasWritten: true };
const refused = { codes: ["guard/generation-open"], outcome: "refused", left: [], hasWritten: false };

interface Case {
  readonly title: string;
  readonly generation: Generation;
  readonly declaration: Declaration;
}

function caseOf(type: ResourceType, generation: Generation, title: string, inside?: string): Case {
  const declaration = newDeclaration(generation);
  const container: Address | undefined = inside === undefined ? undefined : declare(declaration, inside);
  declare(declaration, type.name, container === undefined ? {} : { container });
  return { title: `${title}, ${generation}`, generation, declaration };
}

const created = registry.filter(({ creation }) => creation !== undefined);
const alone = created.flatMap((type) =>
  generations
    .filter((generation) => isCreatable(type, generation))
    .map((generation) => caseOf(type, generation, type.name)),
);

/** Types whose place takes other calls in another generation, in something that may contain them. */
const placed = created.flatMap((type) => {
  const { atCreate, types = [] } = type.container ?? {};
  if (atCreate === undefined || atCreate.classic === atCreate.current) return [];
  return types
    .filter((inside) => inside !== type.name)
    .flatMap((inside) =>
      publishedGenerations.map((generation) => caseOf(type, generation, `${type.name} in ${inside}`, inside)),
    );
});

describe("on an empty organization of a service that nobody has described", () => {
  test.each(alone)("$title: it passes, or is refused before the first write", async (given) => {
    const ground = newGround(given.generation);
    expect([passed, refused]).toContainEqual(await attempt(ground, given.declaration));
    await applyAndProve(ground, given.declaration);
  });

  test("there is something that depends on the generation", () => expect(placed.length).toBeGreaterThan(0));

  test.each(placed)("$title: it is refused, until somebody says which it is", async (given) => {
    const ground = newGround(given.generation);
    expect(await attempt(ground, given.declaration)).toEqual(refused);
    await applyAndProve(ground, given.declaration);
    expect(ground.disk.lock?.knownGeneration).toBe(given.generation);
    expect((await planIn(withoutGeneration(ground), given.declaration)).plan).toMatchObject({
      generation: given.generation,
      steps: [],
    });
  });

  test("the lock remembers nothing that was only supposed", async () => {
    const [flat] = alone.filter(({ declaration }) => declaration.objects.size === 1);
    const ground = newGround("classic");
    expect(await attempt(ground, (flat as Case).declaration)).toEqual(passed);
    expect(ground.disk.lock?.objects).not.toEqual({});
    expect(ground.disk.lock?.knownGeneration).toBeUndefined();
  });

  test("the lock remembers what somebody has said, where no answer shows it", async () => {
    const [first] = placed;
    const { generation, declaration } = first as Case;
    const ground = newGround(generation);
    await apply(ground, worldOf(declaration));
    for (const site of ground.service.emulator.service.list("site"))
      ground.service.emulator.edit("deleteSiteById", { siteId: site.id });
    const { plan } = await planIn(withoutGeneration(ground), declaration);
    expect(plan).toMatchObject({ generation });
    expect(plan.isGenerationOpen).toBeUndefined();
  });

  test("a plan that does not depend on it can be saved, and applied as it was", async () => {
    const [flat] = alone.filter(({ declaration }) => declaration.objects.size === 1);
    const { declaration } = flat as Case;
    const reconciler = withoutGeneration(newGround("classic"));
    const planned = await planIn(reconciler, declaration);
    const opened = await reconciler.open(reconciler.save(planned, "docs"));
    expect(opened.plan).toEqual(planned.plan);
  });

  test("a plan that depends on it is refused from where it was saved too", async () => {
    const [first] = placed;
    const { generation, declaration } = first as Case;
    const reconciler = withoutGeneration(newGround(generation));
    const opened = await reconciler.open(reconciler.save(await planIn(reconciler, declaration), "docs"));
    expect(opened.plan?.guard.refusals.map(({ code }) => code)).toContain("guard/generation-open");
  });
});

/** The same call, with more in its body on the classic generation. */
function withMore(call: Call, { generation }: CallContext): Call {
  return generation === "classic" ? { ...call, body: { ...(call.body as JsonObject), more: true } } : call;
}

type Alter = (type: ResourceType) => Partial<ResourceType>;

/** What calls of one kind are made by. */
const alterations: Readonly<Record<string, Alter>> = {
  create: ({ creation }) =>
    creation === undefined
      ? {}
      : {
          creation: {
            ...creation,
            call: (context, input) => withMore(creation.call(context, input), context),
          },
        },
  write: ({ writers }) => ({
    writers: writers.map((writer) => ({
      ...writer,
      call: (context, id, change) => withMore(writer.call(context, id, change), context),
    })),
  }),
  enter: ({ container }) =>
    container?.moveInto === undefined
      ? {}
      : {
          container: {
            ...container,
            moveInto: (context, id, from, to) =>
              (container.moveInto?.(context, id, from, to) ?? []).map((call) => withMore(call, context)),
          },
        },
  point: ({ defaultRole }) =>
    defaultRole === undefined
      ? {}
      : {
          defaultRole: {
            ...defaultRole,
            setDefault: (context, id, into) => withMore(defaultRole.setDefault(context, id, into), context),
          },
        },
  delete: ({ deletion }) =>
    deletion === undefined
      ? {}
      : { deletion: { ...deletion, call: (context, id) => withMore(deletion.call(context, id), context) } },
};

/** Two collections that are there, the second one at the root; and what is to become of them. */
async function twoCollections(): Promise<{ readonly ground: Ground; readonly declaration: Declaration }> {
  const ground = newGround("current");
  const declaration = newDeclaration("current");
  declare(declaration, "collection");
  declare(declaration, "collection", { which: 1 });
  await apply(ground, worldOf(declaration));
  const { knownGeneration: _said, ...lock } = ground.disk.lock as Lock;
  ground.disk.lock = lock;
  return { ground, declaration };
}

const differently: Readonly<Record<string, () => Promise<readonly [Ground, DesiredWorld]>>> = {
  create: async () => {
    const declaration = newDeclaration("current");
    declare(declaration, "team");
    return [newGround("current"), worldOf(declaration)];
  },
  write: async () => {
    const { ground, declaration } = await twoCollections();
    return [ground, worldOf(withAttributes(declaration, "collection.n1", { title: "Another" }))];
  },
  enter: async () => {
    const { ground, declaration } = await twoCollections();
    const container = { $ref: "collection.n0" };
    return [ground, worldOf(changed(declaration, "collection.n1", { container }))];
  },
  point: async () => {
    const declaration = newDeclaration("current");
    declare(declaration, "site_space");
    const second = declare(declaration, "site_space", { which: 1 });
    return [newGround("current"), worldOf(changed(declaration, second, { isDefault: true }))];
  },
  delete: async () => {
    const { ground, declaration } = await twoCollections();
    declaration.objects.delete("collection.n1");
    return [ground, worldOf(declaration, ["collection"])];
  },
};

describe.each(Object.keys(differently))("%s", (kind) => {
  const refusalsWith = async (alter: Alter) => {
    const [ground, desired] = await (differently[kind] as (typeof differently)[string])();
    const types = registry.map((type) => ({ ...type, ...alter(type) }));
    const planned = await withoutGeneration(ground, ground.service.client, types).plan(desired);
    expect(planned.plan?.nodes.map((node) => node.kind)).toContain(kind);
    return planned.plan?.guard.refusals.map(({ code }) => code) ?? [];
  };

  test("a call that is another one on another generation is refused", async () => {
    expect(await refusalsWith(alterations[kind] as Alter)).toContain("guard/generation-open");
  });

  test("one that is the same on all is not", async () => {
    expect(await refusalsWith(() => ({}))).not.toContain("guard/generation-open");
  });
});

test("what a former version guessed and wrote down is not known", async () => {
  const [first] = placed;
  const { generation, declaration } = first as Case;
  const ground = newGround(generation);
  const { service, disk } = ground;
  await apply(ground, worldOf(declaration));
  for (const site of service.emulator.service.list("site"))
    service.emulator.edit("deleteSiteById", { siteId: site.id });
  const { knownGeneration, ...written } = JSON.parse(serialiseLock(disk.lock as Lock, { layout: "docs" }));
  const former = JSON.stringify({ ...written, generation: knownGeneration });
  disk.lock = parseLock(former, written.organization, "docsform.lock.json").lock;
  const { plan } = await planIn(withoutGeneration(ground), declaration);
  expect(plan.guard.refusals.map(({ code }) => code)).toContain("guard/generation-open");
});

test.each(placed)("$title: where a site shows the generation, nobody need say it", async (given) => {
  const ground = newGround(given.generation);
  ground.service.emulator.edit("createSite", {}, { title: "Another", visibility: "public" });
  const { plan } = await planIn(withoutGeneration(ground), given.declaration);
  expect(plan.generation).toBe(given.generation);
  expect(plan.guard.refusals.map(({ code }) => code)).not.toContain("guard/generation-open");
});

test("the public service is known to speak the current one", async () => {
  const ground = newGround("current");
  const { clock, emulator } = ground.service;
  const client = createClient({
    baseUrl: "https://api.gitbook.com",
    token: new Secret(testToken, { kind: "literal" }),
    transport: emulatorTransport(emulator),
    clock,
    random: () => 0,
  });
  const current = placed.filter(({ generation }) => generation === "current");
  const { plan } = await planIn(withoutGeneration(ground, client), (current[0] as Case).declaration);
  expect(plan).toMatchObject({ generation: "current", guard: { refusals: [] } });
  expect(plan.isGenerationOpen).toBeUndefined();
});
