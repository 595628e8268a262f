import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { apply, openWorkbench, organization, type Workbench } from "./workbench.ts";

let bench: Workbench;
afterEach(() => bench.close());

const pem = readFileSync(new URL("../../examples/acme/secrets/okta.pem", import.meta.url), "utf8");
const without = `docsform: 1
organization: ${organization}
saml:
  okta:
    label: Okta
    ssoURL: https://acme.okta.example/app/sso/saml
    entityID: http://www.okta.example/exk1
`;
const declared = `${without}    certificate: !file okta.pem\n`;

test.each([
  { what: "the first one", before: without, after: declared },
  { what: "one that is left out from now on", before: declared, after: without },
])("a certificate in the layout is not a change on the service: $what", async ({ before, after }) => {
  bench = await openWorkbench({ "docsform.yaml": before, "okta.pem": pem });
  await bench.checkDone(apply);
  bench.files.write("docsform.yaml", after);
  await bench.checkDone(["drift"]);
  await bench.checkDone(apply);
  await bench.checkDone(["drift"]);
});

test("a certificate that another user replaced is a change", async () => {
  bench = await openWorkbench({ "docsform.yaml": declared, "okta.pem": pem });
  await bench.checkDone(apply);
  const { emulator } = bench.emulator;
  const [provider] = emulator.service.list("saml_provider");
  emulator.edit(
    "updateOrganizationSAMLProvider",
    { samlProviderId: provider?.id ?? "" },
    { certificate: pem.replace("MII", "MIJ") },
  );
  expect((await bench.run(["drift"])).code).toBe(2);
});
