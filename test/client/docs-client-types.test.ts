import { expect, expectTypeOf, test } from "vitest";
import { createDocsClient } from "../../src/contract/client/docs-client.ts";
import { organizationId } from "../support/declare-world.ts";

// The compiler's errors are a part of these tests: `npm run check:types` fails if a line with `@ts-expect-error` compiles.

const sent: string[] = [];
const client = createDocsClient({
  token: "t",
  transport: async ({ method, url, body }) => {
    sent.push(`${method} ${url} ${body ?? ""}`.trim());
    return { status: 200, headers: { "content-type": "application/json" }, text: '{"items":[]}' };
  },
});

async function codeOf(work: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    await work();
    return "done";
  } catch (error) {
    return (error as { readonly code: unknown }).code;
  }
}

test("the compiler and the client refuse a misspelt property", async () => {
  const where = { organizationId, siteId: "s" };
  // @ts-expect-error The property is misspelled.
  expect(await codeOf(() => client.sites.update({ ...where, tilte: "A" }))).toBe("client/unknown-input");
  // @ts-expect-error The property is misspelled, and the list has no such filter.
  expect(await codeOf(() => client.sites.list({ organizationId, tilte: "A" }).page())).toBe(
    "client/unknown-input",
  );
  expect(await codeOf(() => client.sites.update({ ...where, title: "Docs" }))).toBe("done");
});

test("path parameters are required", async () => {
  // @ts-expect-error A site needs its organization.
  expect(await codeOf(() => client.sites.get({ siteId: "s" }))).toBe("http/bad-parameter");
  // @ts-expect-error A site needs its organization.
  expect(await codeOf(() => client.sites.get())).toBe("http/bad-parameter");
  expect(await codeOf(() => client.users.current())).toBe("done");
});

test("a value that an enumeration does not have, and one of another type, are compile errors", async () => {
  const where = { organizationId, siteId: "s" };
  // @ts-expect-error The enumeration does not have this value.
  await client.sites.update({ ...where, visibility: "hidden" });
  // @ts-expect-error A title is a text.
  await client.sites.update({ ...where, title: 7 });
  // @ts-expect-error The position of a section needs a sibling.
  await client.siteStructure.sort({ ...where, item: { type: "site-section" }, position: {} });
  // @ts-expect-error The system has no such operation.
  expect(client.sites.publsh).toBeUndefined();
  // @ts-expect-error A site has a title and no name.
  await client.call("createSite", { organizationId, name: "A" }).catch(() => {});
  expect(sent.length).toBeGreaterThan(0);
});

test("nested fields of a response have types", () => {
  type Comment = Awaited<ReturnType<typeof client.comments.get>>;
  type Structure = Awaited<ReturnType<typeof client.siteStructure.get>>;
  type Organization = Awaited<ReturnType<typeof client.organizations.get>>;
  expectTypeOf<Comment["postedBy"]["urls"]["location"]>().toEqualTypeOf<string>();
  expectTypeOf<Comment["permissions"]["edit"]>().toEqualTypeOf<boolean>();
  expectTypeOf<Structure["structure"][number]["object"]>().toEqualTypeOf<string>();
  expectTypeOf<NonNullable<Organization["billing"]>["interval"]>().toEqualTypeOf<string>();
});

test("a body that is an object or a list accepts either, and not both", async () => {
  const parts = [{ type: "message", role: "user", body: "Why?" }] as const;
  await client.conversations.ingest({ organizationId, id: "c", parts: [...parts] });
  await client.conversations.ingest({ organizationId, body: [{ id: "c", parts: [...parts] }] });
  expect(sent.slice(-2).map((each) => each.slice(each.indexOf(" {") + 1).includes('"id":"c"'))).toEqual([
    true,
    true,
  ]);
  // @ts-expect-error A call accepts one of the two.
  const both = () => client.conversations.ingest({ organizationId, id: "c", parts: [], body: [] });
  expect(await codeOf(both)).toBe("client/unknown-input");
});

test("a field that the contract requires is there, any other one may be absent, and a misspelled one is a compile error", async () => {
  type Site = Awaited<ReturnType<typeof client.sites.get>>;
  type Team = Awaited<ReturnType<typeof client.teams.get>>;
  type Space = Awaited<ReturnType<typeof client.spaces.get>>;
  type Translation = Awaited<ReturnType<typeof client.translations.get>>;
  expectTypeOf<Site["createdAt"]>().toEqualTypeOf<string>();
  expectTypeOf<Site["urls"]["app"]>().toEqualTypeOf<string>();
  expectTypeOf<Site["urls"]["published"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Site["hostname"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Team["members"]>().toEqualTypeOf<number>();
  expectTypeOf<Space["createdAt"]>().toEqualTypeOf<string>();
  expectTypeOf<Space["defaultLevel"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Translation["stats"]["runs"]>().toEqualTypeOf<number>();
  const site = await client.sites.get({ organizationId, siteId: "s" });
  // @ts-expect-error The field is misspelled.
  expect(site.titel).toBeUndefined();
  // @ts-expect-error The field of a nested object is misspelled.
  expect(site.proxy?.targt).toBeUndefined();
  const { items } = await client.sites.list({ organizationId }).page();
  // @ts-expect-error The field is misspelled.
  expect(items[0]?.titel).toBeUndefined();
});

test("responses have the types of their rows", async () => {
  const site = await client.sites.get({ organizationId, siteId: "s" });
  expectTypeOf(site.title).toEqualTypeOf<string>();
  const gone = await client.sites.delete({ organizationId, siteId: "s" });
  expectTypeOf(gone).toEqualTypeOf<void>();
  const { items, next } = await client.sites.list({ organizationId }).page();
  expectTypeOf(items[0]?.title).toEqualTypeOf<string | undefined>();
  expectTypeOf(next).toEqualTypeOf<string | undefined>();
  const { body } = await client.call("getSiteById", { organizationId, siteId: "s" });
  expectTypeOf(body.title).toEqualTypeOf<string>();
  expect(gone).toBeUndefined();
});
