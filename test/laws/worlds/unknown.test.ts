import { prove } from "./prove.ts";
import { unknown } from "./unknown.ts";

prove(unknown);
