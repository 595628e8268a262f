import { expect, test } from "vitest";
import { publishedApiVersions } from "../../src/model/endpoint.ts";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { createdSchemas } from "./support/every-type.ts";
import { createResource, openBench } from "./support/type-bench.ts";

const schema = createdSchemas.find(({ type }) => type.name === "space") as TerraformSchema;

test.each(publishedApiVersions)("shows counts of a space, which are no change (%s)", async (apiVersion) => {
  const bench = openBench(schema, apiVersion);
  const { terraform, service } = bench;
  const inState = await createResource(bench, { title: "Guides" });
  expect(inState.state).toMatchObject({ comments: 0, change_requests_open: 0, git_sync: null });
  service.emulator.service.change("space", inState.state?.["id"] as string, {
    comments: 3,
    changeRequests: 2,
  });
  terraform.restart();
  const read = await terraform.read(schema.name, inState);
  expect(read.state).toMatchObject({
    comments: 3,
    change_requests: 2,
  });
  expect((await terraform.plan(schema.name, read, { title: "Guides" })).isEmpty).toBe(true);
  // Only values that a new title can change are unknown in the plan. `apply` fails if the state differs from the plan.
  const renamed = await terraform.apply(schema.name, read, { title: "Manuals" });
  expect(renamed.errors).toEqual([]);
  expect(renamed.state).toMatchObject({ title: "Manuals", comments: 3, change_requests: 2 });
});

test("shows the repository of a space, with null for missing values", async () => {
  const bench = openBench(schema, "classic");
  const inState = await createResource(bench, { title: "Guides" });
  const gitSync = { repoName: "acme/docs", url: "https://git.acme.example/docs" };
  bench.service.emulator.service.change("space", inState.state?.["id"] as string, { gitSync });
  bench.terraform.restart();
  expect((await bench.terraform.read(schema.name, inState)).state?.["git_sync"]).toMatchObject({
    repo_name: "acme/docs",
    url: "https://git.acme.example/docs",
    installation_provider: null,
  });
});
