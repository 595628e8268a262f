import { processHost } from "../../src/bin/process/provider-host.ts";
import { serveProvider } from "../../src/terraform/plugin/serve-provider.ts";

// The provider's schemas and codec without a service. It shows the time that Terraform itself needs.
void serveProvider({
  host: processHost(),
  address: "registry.terraform.io/docsform/memory",
  load: async () => (await import("./memory-provider.ts")).memoryProvider(),
});
