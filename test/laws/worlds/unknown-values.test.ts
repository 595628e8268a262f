import { prove } from "./prove.ts";
import { unknownValues } from "./unknown-values.ts";

prove(unknownValues);
