import { serveProvider } from "../terraform/plugin/serve-provider.ts";
import { builtSchema } from "./process/built-schema.ts";
import { processHost } from "./process/provider-host.ts";

// The provider's modules load when Terraform calls for more than the schema.
let allReceived: (() => void) | undefined;

void serveProvider({
  host: processHost(),
  address: "registry.terraform.io/docsform/docs",
  builtSchema,
  load: async (log) => {
    const loaded = (await import("./process/load-provider.ts")).loadProvider(log);
    allReceived = loaded.allReceived;
    return loaded.provider;
  },
  onShutdown: () => allReceived?.(),
});
