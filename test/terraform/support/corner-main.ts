import { processHost } from "../../../src/bin/process/provider-host.ts";
import { serveProvider } from "../../../src/terraform/plugin/serve-provider.ts";

void serveProvider({
  host: processHost(),
  address: "example.test/test/corner",
  load: async () => (await import("./corner-provider.ts")).cornerProvider(),
});
