import { expect, test } from "vitest";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import {
  apply,
  benchOfTest,
  type CommandResult,
  canaryToken,
  openWorkbench,
  organization,
  smallLayout,
} from "./workbench.ts";

const bench = benchOfTest(() =>
  openWorkbench({ "docsform.yaml": smallLayout }, "current", {
    clock: systemClock,
    random: Math.random,
  }),
);

/** The messages of the failed checks. */
function failedChecks({ out }: CommandResult): Readonly<Record<string, string>> {
  const { findings } = JSON.parse(out) as {
    findings: { check: string; status: string; message: string; remedy?: string }[];
  };
  const wrong = findings.filter(({ status }) => status !== "ok");
  expect(wrong.filter(({ remedy = "" }) => !remedy.endsWith("."))).toEqual([]);
  return Object.fromEntries(wrong.map(({ check, status }) => [check, status]));
}

test("reports that all is well without writing, and does not show the token", async () => {
  await bench.run([...apply]);
  const before = bench.emulator.emulator.log.length;
  const ran = await bench.checkDone(["doctor"]);
  expect(ran.out).not.toMatch(/^(?:warn|fail)/mu);
  for (const part of [
    "layout",
    "state",
    "journal",
    "lock",
    "network",
    "clock",
    "token",
    organization,
    "API version",
  ])
    expect(ran.out).toContain(part);
  expect(ran.out + ran.err).not.toContain(canaryToken);
  expect(bench.emulator.emulator.log.slice(before).every(({ method }) => method === "GET")).toBe(true);
});

test.each([
  { what: "no token", environment: { DOCSFORM_TOKEN: undefined }, wrong: { token: "fail" } },
  { what: "a wrong token", environment: { DOCSFORM_TOKEN: "wrong-token" }, wrong: { token: "fail" } },
  {
    what: "no service",
    environment: { DOCSFORM_BASE_URL: "http://127.0.0.1:9" },
    wrong: { network: "fail" },
  },
  {
    what: "a bad proxy",
    environment: { HTTPS_PROXY: "socks://me:secret@proxy" },
    wrong: { network: "fail" },
  },
  {
    what: "a bad base URL",
    environment: { DOCSFORM_BASE_URL: "http://docs.example" },
    wrong: { network: "fail" },
  },
])("$what", async ({ environment, wrong }) => {
  const ran = await bench.run(["doctor", "--json"], { environment });
  expect(ran.code).toBe(1);
  expect(failedChecks(ran)).toEqual({ state: "warn", ...wrong });
  expect(ran.out + ran.err).not.toMatch(/wrong-token|me:secret/u);
});

test("reports an organization that the token has no access to", async () => {
  bench.files.write("docsform.yaml", smallLayout.replace(organization, "another"));
  const ran = await bench.run(["doctor", "--json"]);
  expect(ran.code).toBe(1);
  expect(failedChecks(ran)).toEqual({ state: "warn", organization: "fail" });
});

test("reports a layout with errors, and a missing one", async () => {
  bench.files.write("docsform.yaml", "docsform: 7\n");
  const wrong = await bench.run(["doctor", "--json"]);
  expect([wrong.code, failedChecks(wrong)]).toEqual([1, { layout: "fail" }]);
  bench.files.system.rmSync(bench.files.full("docsform.yaml"));
  const none = await bench.run(["doctor", "--json"]);
  expect([none.code, failedChecks(none)]).toEqual([0, { layout: "warn" }]);
});

test("counts the errors of a layout, and accepts a missing --env", async () => {
  bench.files.write("docsform.yaml", smallLayout.replace("docsform: 1", "docsform: 7"));
  expect((await bench.run(["doctor"])).out).toContain("It has 1 error.");
  bench.files.write("docsform.yaml", smallLayout.replace("docsform: 1", "docsform: 7\nthings: {}"));
  expect((await bench.run(["doctor"])).out).toContain("It has 2 errors.");
  bench.files.write("docsform.yaml", `${smallLayout}environments: { staging: {}, production: {} }\n`);
  const open = await bench.run(["doctor", "--json"]);
  expect([open.code, failedChecks(open)]).toEqual([0, { layout: "warn" }]);
  expect(open.out).toContain("staging, production");
  expect(open.out).toContain("Select one: --env staging.");
  expect(failedChecks(await bench.run(["doctor", "--json", "--env", "staging"]))).toEqual({ state: "warn" });
});

test("reports a broken state, an old journal, and a lock", async () => {
  bench.files.write("docsform.state.json", "{");
  expect(failedChecks(await bench.run(["doctor", "--json"]))).toEqual({ state: "fail" });
  bench.files.system.rmSync(bench.files.full("docsform.state.json"));
  const lock = (at: string) =>
    JSON.stringify({ docsformRunLock: 1, id: "x", lockedBy: "somebody", since: at, at });
  bench.files.write(".docsform/docsform.lock", lock(new Date().toISOString()));
  const busy = await bench.run(["doctor"]);
  expect([busy.code, busy.out]).toEqual([
    0,
    expect.stringMatching(/A run is in progress: somebody, started \S+, last\s+sign of life \d+ s ago[.]/u),
  ]);
  bench.files.write(".docsform/docsform.lock", lock("2020-01-01T00:00:00.000Z"));
  expect((await bench.run(["doctor"])).out).toContain("A killed run left its lock.");
});
