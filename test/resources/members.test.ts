import { describe, expect, test } from "vitest";
import type { DesiredObject, DesiredWorld } from "../../src/model/desired-world.ts";
import type { EmulatorRecord } from "../../src/model/emulator-rules.ts";
import type { Permission } from "../../src/model/plan/permission-flags.ts";
import type { PlanStep } from "../../src/model/plan/plan.ts";
import { Secret } from "../../src/model/secret.ts";
import { createMemoryDisk, type MemoryDisk } from "../../src/state/memory-disk.ts";
import type { Json } from "../../src/util/json.ts";
import { organizationId } from "../support/declare-world.ts";
import { desired } from "../support/planning.ts";
import { reconcilerOf } from "../support/run-layout.ts";
import { createTestService, seededRandom, type TestService } from "../support/service.ts";

interface Person {
  readonly name: string;
  readonly email?: string;
  readonly role?: string | null;
  readonly sso?: boolean;
}

const me: Person = { name: "me", email: "me@acme.example", role: "admin" };
const ada: Person = { name: "ada", email: "ada@acme.example", role: "read" };
const robot: Person = { name: "robot", role: "edit" };

interface Fixture {
  readonly service: TestService;
  readonly disk: MemoryDisk;
}

function fixtureWith(...people: readonly Person[]): Fixture {
  const service = createTestService({ apiVersion: "current", random: seededRandom(1), watch: "none" });
  for (const { name, email, role, sso } of [me, ...people])
    service.emulator.service.add("organization_member", {
      id: `u_${name}`,
      user: { displayName: name.replace(/\d$/, ""), ...(email !== undefined && { email }) },
      ...(role !== undefined && { role }),
      ...(sso !== undefined && { sso }),
      ...(name === "me" && { currentUser: true }),
    } as EmulatorRecord);
  return { service, disk: createMemoryDisk() };
}

function layout(objects: readonly DesiredObject[], prune: readonly string[] = []): DesiredWorld {
  return { organizationId, objects, prune, safety: { maxDeletes: { share: 1 }, maxChanges: { share: 1 } } };
}

const member = (name: string, attributes: DesiredObject["attributes"], pin?: string): DesiredObject =>
  desired(`member.${name}`, attributes, pin === undefined ? {} : { pin });

interface Outcome {
  readonly steps: readonly string[];
  /** The codes of the errors and refusals. */
  readonly against: readonly string[];
  /** The writes of the run. */
  readonly writes: readonly string[];
}

/** Plans, and applies if no guard refuses the plan. */
async function run(
  { service, disk }: Fixture,
  world: DesiredWorld,
  allow: readonly Permission[] = [],
): Promise<Outcome> {
  const reconciler = reconcilerOf(service, disk);
  const planned = await reconciler.plan(world);
  const consent = { allow: new Set(allow) };
  const against = [
    ...planned.diagnostics.map(({ code }) => code),
    ...(planned.plan === undefined ? [] : planned.refusals(consent).map(({ code }) => code)),
  ];
  if (planned.plan === undefined || against.length > 0)
    return { steps: planned.plan?.steps.map(shown) ?? [], against, writes: [] };
  const before = service.emulator.log.length;
  const result = await reconciler.apply(planned, consent).result;
  expect(result.error).toBeUndefined();
  expect(["done", "nothing"]).toContain(result.outcome);
  const writes = service.emulator.log.slice(before).filter(({ method }) => method !== "GET");
  return {
    steps: planned.plan.steps.map(shown),
    against,
    writes: writes.map(({ operation }) => operation ?? ""),
  };
}

function shown({ action, address }: PlanStep): string {
  return `${action} ${address}`;
}

function rolesIn({ service }: Fixture): Readonly<Record<string, Json>> {
  const people = service.emulator.service.list("organization_member");
  return Object.fromEntries(people.map(({ id, role }) => [id, role ?? null]));
}

const asked = (fixture: Fixture) => fixture.service.emulator.log.map(({ operation }) => operation);
const patched = "updateMemberInOrganizationById";
const removed = "removeMemberFromOrganizationById";

describe("a member's role", () => {
  test.each<{ name: string; people: readonly Person[]; declared: DesiredObject; changes: string }>([
    {
      name: "is given to whom the e-mail address names, in whatever case",
      people: [ada, robot],
      declared: member("a", { email: "ADA@acme.example", role: "edit" }),
      changes: 'u_ada "edit"',
    },
    {
      name: "belongs to the member with the id, without an e-mail address",
      people: [ada, robot],
      declared: member("r", { role: "comment" }, "u_robot"),
      changes: 'u_robot "comment"',
    },
    {
      name: "belongs to the right one of two members with one name",
      people: [ada, { name: "ada2", email: "ada.b@acme.example", role: "read" }],
      declared: member("b", { email: "ada.b@acme.example", role: "edit" }),
      changes: 'u_ada2 "edit"',
    },
    {
      name: "belongs to a member who joined with single sign-on",
      people: [{ ...ada, sso: true }],
      declared: member("a", { email: "ada@acme.example", role: "review" }),
      changes: 'u_ada "review"',
    },
    {
      name: "is taken away by null, which makes a guest",
      people: [ada],
      declared: member("a", { email: "ada@acme.example", role: null }),
      changes: "u_ada null",
    },
    {
      name: "is written over one that the service has added since",
      people: [{ ...ada, role: "owner" }],
      declared: member("a", { email: "ada@acme.example", role: "edit" }),
      changes: 'u_ada "edit"',
    },
  ])("$name", async ({ people, declared, changes }) => {
    const fixture = fixtureWith(...people);
    const before = rolesIn(fixture);
    expect(await run(fixture, layout([declared]))).toEqual({
      steps: [`import ${declared.address}`, `patch ${declared.address}`],
      against: [],
      writes: [patched],
    });
    const after = rolesIn(fixture);
    const moved = Object.keys(after).filter((id) => after[id] !== before[id]);
    expect(moved.map((id) => `${id} ${JSON.stringify(after[id])}`)).toEqual([changes]);
    expect((await run(fixture, layout([declared]))).steps).toEqual([]);
  });

  test("does not remove later members if none are declared", async () => {
    const fixture = fixtureWith({ ...ada, role: "owner" });
    const outcome = await run(fixture, layout([member("a", { email: "ada@acme.example" })]));
    expect([outcome, rolesIn(fixture)["u_ada"]]).toEqual([
      { steps: ["import member.a"], against: [], writes: [] },
      "owner",
    ]);
  });
});

describe("a missing member", () => {
  test.each([
    { name: "was never a member", people: [] },
    { name: "has left", people: [ada] },
  ])("is an error of the plan that names the origin of members: $name", async ({ people }) => {
    const fixture = fixtureWith(...people);
    const world = layout([member("a", { email: "ada@acme.example", role: "read" })]);
    if (people.length > 0) {
      await run(fixture, world);
      fixture.service.emulator.service.remove("organization_member", "u_ada");
    }
    const { diagnostics } = await reconcilerOf(fixture.service, fixture.disk).plan(world);
    expect(diagnostics).toMatchObject([
      {
        code: "plan/cannot-create",
        message:
          'member.a does not exist (email "ada@acme.example"), and the service has no operation that creates members.',
        remedy: expect.stringContaining(
          "Invite the person in the app, or let them join with single sign-on.",
        ),
      },
    ]);
  });

  test("is found under another id after coming back", async () => {
    const fixture = fixtureWith(ada);
    const world = layout([member("a", { email: "ada@acme.example", role: "read" })]);
    await run(fixture, world);
    fixture.service.emulator.service.remove("organization_member", "u_ada");
    fixture.service.emulator.service.add("organization_member", {
      id: "u_ada_again",
      user: { displayName: "ada", email: "ada@acme.example" },
      role: "comment",
    });
    await run(fixture, world, ["recreates"]);
    expect(rolesIn(fixture)["u_ada_again"]).toBe("read");
  });
});

test("another address of a known member is an error, and removes no member", async () => {
  const fixture = fixtureWith(ada, { name: "bob", email: "bob@acme.example" });
  await run(fixture, layout([member("a", { email: "ada@acme.example" })]));
  const outcome = await run(fixture, layout([member("a", { email: "bob@acme.example" })]), ["deletes"]);
  expect(outcome).toEqual({ steps: [], against: ["plan/cannot-change"], writes: [] });
});

describe("removing members", () => {
  const declared = [member("a", { email: "ada@acme.example" })];

  test("does not follow from leaving the layout", async () => {
    const fixture = fixtureWith(ada, robot);
    await run(fixture, layout(declared));
    expect(await run(fixture, layout([desired("space.s", { title: "S" })]), ["deletes"])).toMatchObject({
      steps: ["create space.s", "forget member.a"],
      writes: ["createSpace"],
    });
  });

  test("needs prune and --allow-deletes, and ignores the token's own user", async () => {
    const fixture = fixtureWith(ada, robot);
    const world = layout(declared, ["member"]);
    expect((await run(fixture, world)).against).toEqual(["guard/deletes"]);
    expect(Object.keys(rolesIn(fixture))).toEqual(["u_me", "u_ada", "u_robot"]);
    const { plan } = await reconcilerOf(fixture.service, fixture.disk).plan(world);
    expect(plan?.notes).toMatchObject([{ code: "plan/own-user-stays" }]);
    expect((await run(fixture, world, ["deletes"])).writes).toEqual([removed]);
    expect(Object.keys(rolesIn(fixture))).toEqual(["u_me", "u_ada"]);
  });

  test("ignores members of a declared team", async () => {
    const fixture = fixtureWith(ada, { name: "bob", email: "bob@acme.example" }, robot);
    const team = desired("team.t", { title: "T", members: ["BOB@acme.example", "u_robot"] });
    const { writes } = await run(fixture, layout([team], ["member"]), ["deletes"]);
    expect([...writes].sort()).toEqual([
      "createOrganizationTeam",
      removed,
      "updateMembersInOrganizationTeam",
    ]);
    expect(Object.keys(rolesIn(fixture))).toEqual(["u_me", "u_bob", "u_robot"]);
  });

  test("ignores members with a secret address in the layout", async () => {
    const fixture = fixtureWith(ada, { name: "bob", email: "bob@acme.example" }, robot);
    const secret = (email: string) => new Secret(email, { kind: "environment", name: "EMAIL" });
    const team = desired("team.t", { title: "T", members: [secret("BOB@acme.example")] });
    const world = layout([member("a", { email: secret("ADA@acme.example") }), team], ["member"]);
    const { steps } = await run(fixture, world, ["deletes"]);
    expect(steps.filter((step) => step.startsWith("delete"))).toHaveLength(1);
    expect(Object.keys(rolesIn(fixture))).toEqual(["u_me", "u_ada", "u_bob"]);
  });

  test("is not part of a destroy, with every permission", async () => {
    const fixture = fixtureWith(ada);
    const world = layout([
      desired("space.s", { title: "S" }),
      ...declared,
      member("own", { email: "me@acme.example" }),
    ]);
    await run(fixture, world);
    const reconciler = reconcilerOf(fixture.service, fixture.disk);
    const planned = await reconciler.planDestroy(world, { organizationId: world.organizationId });
    if (planned.plan === undefined) throw new Error("There is no plan");
    const result = await reconciler.apply(planned, { allow: new Set(["deletes", "imports"]) }).result;
    expect(result.outcome).toBe("done");
    expect({
      left: Object.keys(rolesIn(fixture)),
      notes: planned.plan.notes.map(({ code }) => code),
    }).toEqual({ left: ["u_me", "u_ada"], notes: ["plan/imported-stays", "plan/own-user-stays"] });
    expect(asked(fixture)).toContain("deleteSpaceById");
  });
});

test("changes the access of the token's own user only with permission", async () => {
  const fixture = fixtureWith();
  const world = layout([member("own", { email: "me@acme.example", role: "edit" })]);
  expect((await run(fixture, world)).against).toEqual(["guard/own-access"]);
  expect((await run(fixture, world, ["ownAccess"])).writes).toEqual([patched]);
});

test("reads members and the token's user only for a layout with members", async () => {
  const fixture = fixtureWith(ada);
  await run(fixture, layout([desired("space.s", { title: "S" })]));
  expect(asked(fixture)).not.toContain("listMembersInOrganizationById");
  await reconcilerOf(fixture.service, fixture.disk).pull({ organizationId });
  expect(asked(fixture)).not.toContain("listMembersInOrganizationById");
  await run(fixture, layout([member("a", { email: "ada@acme.example" })]));
  expect(asked(fixture)).toEqual(
    expect.arrayContaining(["listMembersInOrganizationById", "getAuthenticatedUser"]),
  );
});

test("a layout with members stops if the token may not list them", async () => {
  const fixture = fixtureWith(ada);
  const on = { operation: "listMembersInOrganizationById", times: "always" } as const;
  fixture.service.emulator.faults.add({ on, fault: { kind: "forbidden" } });
  const planned = run(fixture, layout([member("a", { email: "ada@acme.example" })]));
  await expect(planned).rejects.toMatchObject({ code: "http/forbidden" });
});
