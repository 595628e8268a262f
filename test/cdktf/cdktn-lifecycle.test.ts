import { cdktn } from "./support/flavor.ts";
import { proveLife } from "./support/lifecycle.ts";

proveLife(cdktn);
