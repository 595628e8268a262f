import { others } from "./other-users.ts";
import { prove } from "./prove.ts";

prove(others);
