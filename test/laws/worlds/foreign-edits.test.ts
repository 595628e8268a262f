import { foreignEdits } from "./foreign-edits.ts";
import { prove } from "./prove.ts";

prove(foreignEdits);
