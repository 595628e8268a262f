import { expect, test } from "vitest";
import { type CreateInput, callKeys } from "../../src/engine/live/create/create-key.ts";
import { theContainer } from "../../src/model/key-field.ts";
import { indexTypes } from "../../src/model/type-index.ts";
import { registry } from "../../src/resources/registry.ts";
import { typeNamed } from "../support/declare-type.ts";

const index = indexTypes(registry);
const keysOf = (type: string, input: CreateInput) => callKeys(index, typeNamed(type), input);

test("only the fields of the create call distinguish its object from others", () => {
  const fieldsOf = (type: string, input: CreateInput) => keysOf(type, input).fields;
  const title = { attributes: { title: "A" } };
  const whole = { ...title, firstChild: { space: "s1" } };
  expect(fieldsOf("site_section", whole)).toEqual(typeNamed("site_section").identity.createKey);
  expect(fieldsOf("site_section", title)).toEqual(["title"]);
  expect(fieldsOf("space", title)).toEqual(["title"]);
  expect(fieldsOf("space", { ...title, containerId: null })).toEqual(["title", theContainer]);
});

test("the object of a call has everything in it that a list shows, and values that only the call has do not count", () => {
  const sentOf = (type: string, input: CreateInput) => keysOf(type, input).sent.fields;
  const section = { attributes: { title: "A", icon: "book", draft: true }, firstChild: { space: "s1" } };
  expect(sentOf("site_section", section)).toEqual(["title", "icon", "draft", { firstChild: "space" }]);
  expect(sentOf("space", { attributes: { title: "A", emoji: "1f600" }, containerId: "c" })).toEqual([
    "title",
    "emoji",
    theContainer,
  ]);
  expect(sentOf("space", { attributes: { copyOf: "s1" } })).toEqual([]);
  const identityProvider = { label: "A", ssoURL: "https://sso.example", certificate: "secret" };
  expect(sentOf("saml_provider", { attributes: identityProvider })).toEqual(["label", "ssoURL"]);
  expect(sentOf("openapi_spec", { attributes: { slug: "a", source: { text: "{}" } } })).toEqual(["slug"]);
});
