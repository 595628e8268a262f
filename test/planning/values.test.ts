import { expect, test } from "vitest";
import { findDrift } from "../../src/engine/plan/drift/find-drift.ts";
import { planChanges } from "../../src/engine/plan/pipeline.ts";
import { hashSecret } from "../../src/engine/reconcile/hash-secret.ts";
import { Secret } from "../../src/model/secret.ts";
import { registry } from "../../src/resources/registry.ts";
import { certificateWith } from "../support/certificates.ts";
import {
  type Case,
  desired,
  inputsOf,
  layoutOf,
  live,
  outline,
  planCase,
  stateOf,
  worldOf,
} from "../support/planning.ts";
import { planOptions } from "../support/service.ts";

const handbook = live("collection c1", {
  title: "Handbook",
  description: "How we work",
  defaultLevel: "read",
});
const ours = (attributes: Parameters<typeof desired>[1], rest = {}) =>
  desired("collection.handbook", attributes, { pin: "c1", ...rest });
const text = { text: "openapi: 3.1.0" };
const spec = live("openapi_spec petstore", { slug: "petstore", source: null, visibility: "private" });
const declaredSpec = desired(
  "openapi_spec.petstore",
  { slug: "petstore", source: text },
  { pin: "petstore" },
);
const salt = stateOf({}).salt;
const applied = { $hash: hashSecret('{"text":"openapi: 3.1.0"}', salt) };
const team = live("team t1", {
  title: "W",
  members: [
    { id: "u1", email: "ada@acme.example" },
    { id: "me", email: "me@acme.example" },
  ],
});
const saml = live("saml_provider p1", { label: "Okta", certificate: certificateWith("PEM") });
const pem = (value: string) => new Secret(value, { kind: "file", path: "okta.pem" });
const imported = (address: string) => `= ${address} by pin`;

test.each<{ name: string; given: Case; expected: readonly string[] }>([
  {
    name: "an omitted value is not managed",
    given: { live: [handbook], desired: [ours({})] },
    expected: [imported("collection.handbook")],
  },
  {
    name: "null clears a value",
    given: { live: [handbook], desired: [ours({ description: null, defaultLevel: null })] },
    expected: [imported("collection.handbook"), "~ collection.handbook description defaultLevel"],
  },
  {
    name: "null for an empty value needs no write",
    given: {
      live: [live("collection c1", { title: "Handbook", description: null })],
      desired: [ours({ description: null })],
    },
    expected: [imported("collection.handbook")],
  },
  {
    name: "an empty text equals the service's null",
    given: {
      live: [live("collection c1", { title: "Handbook", description: null })],
      desired: [ours({ description: "" })],
    },
    expected: [imported("collection.handbook")],
  },
  {
    name: "an empty list removes all members except the token's own user",
    given: {
      live: [team],
      desired: [desired("team.w", { members: [] }, { pin: "t1" })],
      currentUser: { id: "me" },
    },
    expected: [imported("team.w"), "~ team.w members"],
  },
  {
    name: "the token's own user may be an undeclared member",
    given: {
      live: [team],
      desired: [desired("team.w", { members: ["ADA@acme.example"] }, { pin: "t1" })],
      currentUser: { id: "me" },
    },
    expected: [imported("team.w")],
  },
  {
    name: "the order of a set has no meaning",
    given: {
      live: [team],
      desired: [desired("team.w", { members: ["me@acme.example", "u1"] }, { pin: "t1" })],
    },
    expected: [imported("team.w")],
  },
  {
    name: "an ignored attribute is never patched",
    given: {
      live: [handbook],
      desired: [ours({ description: "Mine", defaultLevel: "edit" }, { ignore: ["description"] })],
    },
    expected: [imported("collection.handbook"), "~ collection.handbook defaultLevel"],
  },
  {
    name: "a normalized value with the same meaning is no change",
    given: {
      live: [live("space sp1", { title: "G", emoji: "1f4d8", language: "en" })],
      desired: [desired("space.g", { emoji: "📘", language: "EN" }, { pin: "sp1" })],
    },
    expected: [imported("space.g")],
  },
  {
    name: "line ends of a certificate have no meaning",
    given: {
      live: [saml],
      desired: [
        desired(
          "saml_provider.p",
          { certificate: pem(certificateWith("PEM").replaceAll("\n", "\r\n ")) },
          { pin: "p1" },
        ),
      ],
    },
    expected: [imported("saml_provider.p")],
  },
  {
    name: "another certificate is a patch",
    given: {
      live: [saml],
      desired: [desired("saml_provider.p", { certificate: pem(certificateWith("OTHER")) }, { pin: "p1" })],
    },
    expected: [imported("saml_provider.p"), "~ saml_provider.p certificate"],
  },
  {
    name: "the same URL of a specification never plans a step",
    given: {
      live: [live("openapi_spec p", { slug: "p", source: { url: "https://x.example" } })],
      desired: [desired("openapi_spec.p", { source: { url: "https://x.example" } }, { pin: "p" })],
    },
    expected: [imported("openapi_spec.p")],
  },
  {
    name: "inline text without a hash in the state cannot be compared, and plans no step",
    given: { live: [spec], desired: [declaredSpec] },
    expected: [imported("openapi_spec.petstore")],
  },
  {
    name: "inline text with the hash of the state plans no step",
    given: {
      live: [spec],
      desired: [declaredSpec],
      state: { "openapi_spec.petstore": { id: "petstore", applied: { source: applied } } },
    },
    expected: [],
  },
  {
    name: "inline text with another hash plans a patch",
    given: {
      live: [spec],
      desired: [declaredSpec],
      state: { "openapi_spec.petstore": { id: "petstore", applied: { source: { $hash: "other" } } } },
    },
    expected: ["~ openapi_spec.petstore source"],
  },
  {
    name: "inline text in place of a URL plans a patch",
    given: {
      live: [live("openapi_spec petstore", { slug: "petstore", source: { url: "https://x.example" } })],
      desired: [declaredSpec],
    },
    expected: [imported("openapi_spec.petstore"), "~ openapi_spec.petstore source"],
  },
  {
    name: "an id alone is valid, because values are required only to create",
    given: { live: [handbook], desired: [desired("collection.h", {}, { pin: "c1" })] },
    expected: [imported("collection.h")],
  },
  {
    name: "a missing object without the values for a create is an error",
    given: { desired: [desired("collection.h", {})] },
    expected: ["plan/required-to-create"],
  },
  {
    name: "a missing object that docsform cannot create is an error",
    given: { desired: [desired("organization.o", { title: "Acme" })] },
    expected: ["plan/cannot-create"],
  },
  {
    name: "an attribute of the other API version is an error",
    given: {
      live: [live("site site1", { title: "Docs" })],
      desired: [desired("site.docs", { agentsContext: "included" }, { pin: "site1" })],
      apiVersion: "current",
    },
    expected: ["plan/not-in-this-api-version"],
  },
  ...(
    [
      ["language", { language: "zh-tw" }],
      ["rule", { mergeRules: { type: "rules", rules: [{ rule: "require_author_to_merge" }] } }],
    ] as const
  ).map(([what, attributes]) => ({
    name: `a ${what} of another API version is a diagnostic`,
    given: {
      live: [],
      desired: [desired("space.guides", { title: "Guides", ...attributes })],
      apiVersion: "classic" as const,
    },
    expected: ["plan/not-in-this-api-version"],
  })),
  {
    name: "an attribute of this API version is no error",
    given: {
      live: [live("site site1", { title: "Docs", agentsContext: "included" })],
      desired: [desired("site.docs", { agentsContext: "included" }, { pin: "site1" })],
      apiVersion: "classic",
    },
    expected: [imported("site.docs")],
  },
  {
    name: "an object with another value of an attribute that only a create sets is replaced",
    given: {
      live: [live("site site1", { title: "Docs", type: "basic" })],
      desired: [desired("site.docs", { title: "Docs", type: "ultimate" })],
      state: { "site.docs": { id: "site1" } },
    },
    expected: ["± site.docs type", "guard/recreate"],
  },
  {
    name: "the replacement of an interrupted run is used, and the old object is deleted",
    given: {
      live: [
        live("site site1", { title: "Docs", type: "basic" }),
        live("site site2", { title: "Docs", type: "ultimate" }),
      ],
      desired: [desired("site.docs", { title: "Docs", type: "ultimate" })],
      state: { "site.docs": { id: "site1" } },
    },
    expected: ["≈ site.docs by key", "- site.@site1", "guard/import", "guard/recreate"],
  },
  {
    name: "the journal names the replacement among several candidates",
    given: {
      live: [
        live("site site1", { title: "Docs", type: "basic" }),
        live("site site2", { title: "Docs", type: "ultimate" }),
        live("site site3", { title: "Docs", type: "ultimate" }),
      ],
      desired: [desired("site.docs", { title: "Docs", type: "ultimate" })],
      state: { "site.docs": { id: "site1" } },
      recovered: { "site.docs": "site3" },
    },
    expected: ["- site.@site1", "guard/recreate"],
  },
  {
    name: "no match is guessed among several candidates, and no other object is created",
    given: {
      live: [
        live("site site1", { title: "Docs", type: "basic" }),
        live("site site2", { title: "Docs", type: "ultimate" }),
        live("site site3", { title: "Docs", type: "ultimate" }),
      ],
      desired: [desired("site.docs", { title: "Docs", type: "ultimate" })],
      state: { "site.docs": { id: "site1" } },
    },
    expected: ["plan/ambiguous"],
  },
  {
    name: "a pinned object is not replaced",
    given: {
      live: [live("site site1", { title: "Docs", type: "basic" })],
      desired: [desired("site.docs", { title: "Docs", type: "ultimate" }, { pin: "site1" })],
    },
    expected: ["plan/pinned-replace"],
  },
  {
    name: "null clears of a new object only values that the service would choose",
    given: { desired: [desired("collection.h", { title: "H", description: null, defaultLevel: null })] },
    expected: ["+ collection.h"],
  },
])("$name", ({ given, expected }) => {
  expect(outline(planCase(given))).toEqual(expected);
});

test("a value that cannot be compared has a note", () => {
  const { plan } = planCase({ live: [spec], desired: [declaredSpec] });
  expect(plan?.notes.map(({ code, address }) => [code, address])).toEqual([
    ["plan/cannot-compare", "openapi_spec.petstore"],
  ]);
});

test("a cleared value needs a call after the create only if the service chooses a value", () => {
  const { plan } = planCase({
    desired: [desired("collection.h", { title: "H", description: null, defaultLevel: null })],
  });
  expect(plan?.nodes.flatMap((node) => (node.kind === "write" ? [node.values] : []))).toEqual([
    { defaultLevel: null },
  ]);
});

test("a plan has the source and a salted hash of each secret, and never the secret", () => {
  const { plan } = planCase({
    live: [saml],
    desired: [desired("saml_provider.p", { certificate: pem("canary-9") }, { pin: "p1" })],
  });
  const json = JSON.stringify(plan);
  expect(json).not.toContain("canary-9");
  expect(json).not.toContain("PEM");
  expect(json).toContain('"path":"okta.pem"');
});

test("a secret in another attribute is hidden as well", () => {
  const { plan } = planCase({
    live: [live("space sp1", { title: "G" })],
    desired: [desired("space.g", { title: pem("canary-7") }, { pin: "sp1" })],
  });
  expect(JSON.stringify(plan?.nodes)).not.toContain("canary-7");
  expect(
    plan?.steps.flatMap((step) =>
      step.action === "patch" ? step.changes.map((change) => change.sensitive) : [],
    ),
  ).toEqual([true]);
});

test("a plan shows what a certificate is, and nothing of a value that is secret by its source", () => {
  const address = new Secret("https://ada:canary@idp.acme.example/sso", { kind: "environment", name: "SSO" });
  const { plan } = planCase({
    live: [saml],
    desired: [
      desired(
        "saml_provider.p",
        { certificate: pem(certificateWith("OTHER")), ssoURL: address },
        { pin: "p1" },
      ),
    ],
  });
  const changes = plan?.steps.flatMap((step) => (step.action === "patch" ? step.changes : [])) ?? [];
  const shown = Object.fromEntries(changes.map((change) => [change.attribute, change.shown]));
  expect(shown["certificate"]?.after).toContain("valid from");
  expect(shown).toHaveProperty("ssoURL", undefined);
});

test.each([
  ["2120-01-02", ["plan/value-warning"]],
  ["2119-12-15", ["plan/value-warning"]],
  ["2030-01-01", []],
])("on %s, a plan notes a certificate that ends on 2120-01-01: %j", (day, codes) => {
  const given = {
    live: [saml],
    desired: [desired("saml_provider.p", { certificate: pem(certificateWith("PEM")) }, { pin: "p1" })],
  };
  const inputs = inputsOf(given);
  const { plan } = planChanges({ ...inputs, options: { ...inputs.options, now: Date.parse(day) } });
  const noted = plan?.notes.map(({ code }) => code).filter((code) => code === "plan/value-warning");
  expect(noted).toEqual(codes);
});

test.each([
  ["https://ada:canary@idp.acme.example/sso", 1],
  ["https://idp.acme.example/sso?user=ada", 0],
])(
  "a plan notes a user name or a password in a URL that people open, and shows neither: %s",
  (url, count) => {
    const inputs = inputsOf({
      live: [saml],
      desired: [desired("saml_provider.p", { ssoURL: url }, { pin: "p1" })],
    });
    const { plan } = planChanges({ ...inputs, options: { ...inputs.options, now: 0 } });
    expect(plan?.notes.filter(({ code }) => code === "plan/value-warning")).toHaveLength(count);
    expect(JSON.stringify(plan?.notes)).not.toContain("canary");
  },
);

test("an ignored attribute is sent at create", () => {
  const { plan } = planCase({
    desired: [desired("space.g", { title: "G", emoji: "1f4d8" }, { ignore: ["emoji"] })],
  });
  expect(plan?.nodes).toMatchObject([{ kind: "create", attributes: { title: "G", emoji: "1f4d8" } }]);
});

test("a plan and a drift show the members before and after in one form", () => {
  const given = {
    live: [team],
    desired: [desired("team.t", { title: "W", members: ["ada@acme.example"] })],
    state: { "team.t": { id: "t1", applied: { title: "W", members: ["ada@acme.example"] } } },
  };
  const members = ["ada@acme.example", "me@acme.example"];
  const changed = { attribute: "members", before: members, after: ["ada@acme.example"] };
  expect(planCase(given).plan?.steps).toMatchObject([{ action: "patch", changes: [changed] }]);
  const drift = findDrift({
    types: registry,
    desired: layoutOf(given),
    live: worldOf(given),
    state: stateOf(given.state),
    options: planOptions,
  });
  expect(drift.entries).toMatchObject([
    { attribute: "members", before: ["ada@acme.example"], after: members },
  ]);
});
