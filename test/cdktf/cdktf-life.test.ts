import { cdktf } from "./support/flavor.ts";
import { proveLife } from "./support/life.ts";

proveLife(cdktf);
