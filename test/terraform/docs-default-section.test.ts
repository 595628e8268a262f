import { expect, test } from "vitest";
import { publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import type { TerraformSchema } from "../../src/model/terraform-schema.ts";
import { createdSchemas } from "./support/every-type.ts";
import type { Config, InState } from "./support/rpc-terraform.ts";
import { configOf, createResource, openBench } from "./support/type-bench.ts";

const section = createdSchemas.find(({ type }) => type.name === "site_section") as TerraformSchema;

test.each(apiVersions)(
  "`default = false` has no more effect than omitting it, %s API version",
  async (apiVersion) => {
    const bench = openBench(section, apiVersion);
    const { terraform, service } = bench;
    const whole = await configOf(bench);
    const config = (path: string, more: Config): Config => ({
      site_id: whole["site_id"] as string,
      space_id: whole["space_id"] as string,
      title: path,
      path,
      ...more,
    });
    const fresh = async (inState: InState) => {
      terraform.restart();
      return await terraform.read(section.name, inState);
    };
    const isEmpty = async (inState: InState, wanted: Config) =>
      (await terraform.plan(section.name, await fresh(inState), wanted)).isEmpty;
    const defaults = () =>
      service.emulator.service
        .list("site_section")
        .filter((each) => each["default"] === true)
        .map((each) => each["path"]);

    expect(await terraform.validate("resource", section.name, config("one", { default: false }))).toEqual([]);
    // The first section of a site is its default, whatever `default` says.
    const one = await createResource(bench, config("one", { default: false }));
    const two = await createResource(bench, config("two", { default: false }));
    expect(defaults()).toEqual(["one"]);
    expect(await isEmpty(one, config("one", { default: false }))).toBe(true);
    expect(await isEmpty(two, config("two", { default: false }))).toBe(true);

    const given = await terraform.apply(section.name, await fresh(two), config("two", { default: true }));
    expect([given.errors, defaults()]).toEqual([[], ["two"]]);
    expect(await isEmpty(one, config("one", { default: false }))).toBe(true);
    expect(await isEmpty(given, config("two", { default: false }))).toBe(true);
    expect(await isEmpty(given, config("two", {}))).toBe(true);
  },
);
