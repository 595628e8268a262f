import { expect, test } from "vitest";
import { samlProvider } from "./saml-provider.ts";

test.each([
  { text: "./okta.pem", isText: false },
  { text: "../secrets/okta.crt\n", isText: false },
  { text: "okta.cer", isText: false },
  { text: "~/okta", isText: false },
  { text: "/etc/ssl/okta", isText: false },
  { text: "C:\\secrets\\okta", isText: false },
  { text: "-----BEGIN CERTIFICATE-----\nMIIB./x.pem\n-----END CERTIFICATE-----\n", isText: true },
  { text: "MIIBszCCAVmgAwIBAgIU/+==", isText: true },
])("a certificate is text, not the path of a file: $text", ({ text, isText }) => {
  const result = samlProvider.attributes["certificate"]?.schema.safeParse(text);
  expect(result?.success).toBe(isText);
});

test("a certificate is compared without whitespace", () => {
  const normalize = samlProvider.attributes["certificate"]?.normalize;
  const unix = "-----BEGIN CERTIFICATE-----\nMIIB\nszCC\n-----END CERTIFICATE-----\n";
  const rewritten = "-----BEGIN CERTIFICATE-----\r\n MIIBszCC\r\n-----END CERTIFICATE-----";
  expect(normalize?.(unix)).toBe(normalize?.(rewritten));
  expect(normalize?.(unix)).not.toBe(normalize?.(unix.replace("szCC", "szCD")));
});

test("the default team is read as a team and written as its id", () => {
  const [read] = samlProvider.reads;
  const found = read?.found({
    id: "p",
    label: "Okta",
    ssoURL: "",
    certificate: "",
    defaultTeam: { id: "t1" },
  });
  expect(found).toMatchObject([{ attributes: { defaultTeam: "t1", ssoURL: null, certificate: null } }]);
});
