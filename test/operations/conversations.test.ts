import { describe, expect, test } from "vitest";
import { emulatorAfterScenarios, scenarioClient, statusOf } from "../support/scenarios.ts";

const hour = 60 * 60 * 1000;

describe.each([
  { apiVersion: "classic", sort: "orderBy" },
  { apiVersion: "classic-minimal", sort: "sort" },
] as const)("in the $apiVersion API version", ({ apiVersion, sort }) => {
  /** The labels of clusters in the listed order. `often` has two issues and comes first. `late` has the newest message. */
  async function labels(query: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
    const emulator = emulatorAfterScenarios(apiVersion);
    const { ask } = scenarioClient(emulator);
    for (const [id, topic] of [
      ["c1", "often"],
      ["c2", "often"],
      ["c3", "late"],
    ] as const) {
      const parts = [{ type: "message", role: "user", body: topic }];
      await ask("ingestConversation", { body: { id, parts, metadata: { attributes: { topic } } } });
      await emulator.settle();
      emulator.forward(hour);
    }
    const { items } = await ask("listConversationsIssuesClusters", { query });
    return (items as readonly { readonly label: unknown }[]).map(({ label }) => label);
  }

  test.each([
    { query: {}, first: "late" },
    { query: { order: "asc" }, first: "often" },
    { query: { [sort]: "updatedAt" }, first: "late" },
    { query: { [sort]: "issues" }, first: "often" },
    { query: { [sort]: "issues", order: "asc" }, first: "late" },
  ])("clusters by $query begin with $first", async ({ query, first }) => {
    expect((await labels(query))[0]).toBe(first);
  });

  test("refuses other orders of clusters", async () => {
    const status = statusOf(emulatorAfterScenarios(apiVersion));
    const asked = { query: { [sort]: "bogus" } };
    expect(await status("listConversationsIssuesClusters", asked)).toBe(400);
  });
});
