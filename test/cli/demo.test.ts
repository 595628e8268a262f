import { expect, test } from "vitest";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import type { LoggedRequest } from "../../src/emulator/wire.ts";
import { runDemo } from "../../tools/demo/run-demo.ts";

test("the demonstration creates an organization, plans it from constructs, and repairs drift", async () => {
  let log: readonly LoggedRequest[] = [];
  let printed = "";
  const code = await runDemo({
    print: (text) => {
      printed += text;
    },
    isTerminal: false,
    clock: systemClock,
    onEnd: ({ emulator }) => {
      log = [...emulator.log];
    },
  });

  expect(code, printed).toBe(0);

  expect(printed.split("\n").filter((line) => line.length > 80 && !/\/|\(/u.test(line))).toEqual([]);
  const foreignAt = log.findIndex(({ foreign }) => foreign === true);
  const isWrite = ({ method, foreign }: LoggedRequest) => method !== "GET" && foreign !== true;
  const writesBefore = log.slice(0, foreignAt).filter(isWrite);
  const writesAfter = log.slice(foreignAt).filter(isWrite);
  const lastWriteBefore = log.slice(0, foreignAt).findLastIndex(isWrite);
  const firstWrite = log.findIndex(isWrite);

  expect(log[foreignAt]).toMatchObject({ operation: "updateSpaceById", foreign: true });
  expect(log.slice(0, firstWrite).length, "reads of the first plan").toBeGreaterThan(0);
  const created = writesBefore.filter(({ method }) => method === "POST").map(({ operation }) => operation);
  expect(created.filter((operation) => operation === "createSpace")).toHaveLength(4);
  expect(created.filter((operation) => operation === "createSite")).toHaveLength(1);
  expect(
    writesBefore.every(({ status }) => status >= 200 && status < 300),
    "every write succeeds",
  ).toBe(true);
  const secondPlan = log.slice(lastWriteBefore + 1, foreignAt);
  expect(secondPlan.length, "reads after the apply").toBeGreaterThan(5);
  expect(new Set(secondPlan.map(({ method }) => method))).toEqual(new Set(["GET"]));
  expect(writesAfter).toMatchObject([{ operation: "updateSpaceById", body: { title: "Guides" } }]);
  expect(log.at(-1)?.method, "the last plan only reads").toBe("GET");
  expect(printed.match(/^No changes:/gmu), "the plan of the constructs, and the last plan").toHaveLength(2);
}, 20_000);
