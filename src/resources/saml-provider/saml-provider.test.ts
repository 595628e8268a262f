import { expect, test } from "vitest";
import { samlProvider } from "./saml-provider.ts";

test("the default team is read as a team and written as its id", () => {
  const [read] = samlProvider.reads;
  const found = read?.found(
    {
      id: "p",
      label: "Okta",
      ssoURL: "",
      certificate: "",
      defaultTeam: { id: "t1" },
    },
    "acme",
  );
  expect(found).toMatchObject([{ attributes: { defaultTeam: "t1", ssoURL: null, certificate: null } }]);
});
