import { prove } from "./prove.ts";
import { unknown } from "./unknown-values.ts";

prove(unknown);
