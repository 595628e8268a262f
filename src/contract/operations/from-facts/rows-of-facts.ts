import { facts } from "../../facts/all.ts";
import { rowsOfEach } from "./rows-from-facts.ts";

/** The operations of the plain types. */
export const rowsOfFacts = rowsOfEach(facts);
