import { prove } from "./prove.ts";
import { seesLess } from "./reduced-view.ts";

prove(seesLess);
