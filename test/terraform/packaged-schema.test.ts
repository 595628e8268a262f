import { expect, test } from "vitest";
import { registry } from "../../src/resources/registry.ts";
import { providerSchemaBytes } from "../../src/terraform/rpc/get-provider-schema.ts";
import { type OracleMessage, oracleDecode } from "./support/oracle-messages.ts";
import { oracleClient, ownCredentials, startProvider } from "./support/provider-process.ts";
import { builtProvider } from "./support/real-terraform.ts";

const bundle = builtProvider();

test("the packaged provider returns the declared schemas, whatever is requested first", async () => {
  const provider = await startProvider(bundle.executable, {});
  const client = oracleClient(provider.socket, ownCredentials(provider));
  try {
    const ask = async (name: string, request: OracleMessage, response: OracleMessage) =>
      await client.call(`/tfplugin6.Provider/${name}`, [request, {}], response);
    const schema = async () => await ask("GetProviderSchema", "Empty", "GetProviderSchemaResponse");
    const declared = oracleDecode("GetProviderSchemaResponse", Buffer.from(providerSchemaBytes(registry)));
    expect(Object.keys(declared["resource_schemas"] as object).length).toBeGreaterThan(9);
    expect(await schema()).toEqual(declared);
    expect(await ask("GetFunctions", "Empty", "Empty")).toEqual({});
    expect(await schema()).toEqual(declared);
  } finally {
    client.close();
    provider.child.kill("SIGKILL");
  }
});
