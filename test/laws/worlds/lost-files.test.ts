import { lostFiles } from "./lost-files.ts";
import { prove } from "./prove.ts";

prove(lostFiles);
