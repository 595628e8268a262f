import { killedRefusals } from "./killed-refusals.ts";
import { prove } from "./prove.ts";

prove(killedRefusals);
