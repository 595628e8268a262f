import { cdktf } from "./support/flavor.ts";
import { proveApp } from "./support/prove-app.ts";

proveApp(cdktf);
