import { prove } from "./prove.ts";
import { staleReads } from "./stale-reads.ts";

prove(staleReads);
