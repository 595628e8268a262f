import { cdktf } from "./support/flavour.ts";
import { proveLife } from "./support/life.ts";

proveLife(cdktf);
