import { prove } from "./prove.ts";
import { renames } from "./renames.ts";

prove(renames);
