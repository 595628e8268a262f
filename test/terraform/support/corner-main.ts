import { processHost } from "../../../src/bin/process/provider-host.ts";
import { serveProvider } from "../../../src/terraform/serve.ts";

void serveProvider({
  host: processHost(),
  address: "example.test/test/corner",
  load: async () => (await import("./corner-provider.ts")).cornerProvider(),
});
