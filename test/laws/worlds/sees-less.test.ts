import { prove } from "./prove.ts";
import { seesLess } from "./sees-less.ts";

prove(seesLess);
