import { prove } from "./prove.ts";
import { lateReads } from "./stale-reads.ts";

prove(lateReads);
