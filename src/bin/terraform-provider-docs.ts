import { serveProvider } from "../terraform/serve.ts";
import { processHost } from "./process/provider-host.ts";

// What the provider is made of is loaded when Terraform has been told where to connect.
let settle: (() => void) | undefined;

void serveProvider({
  host: processHost(),
  address: "registry.terraform.io/docsform/docs",
  load: async (log) => {
    const loaded = (await import("./process/load-provider.ts")).loadProvider(log);
    settle = loaded.settle;
    return loaded.provider;
  },
  onShutdown: () => settle?.(),
});
