import { lateReads } from "./late-reads.ts";
import { prove } from "./prove.ts";

prove(lateReads);
