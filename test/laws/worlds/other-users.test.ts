import { otherUsers } from "./other-users.ts";
import { prove } from "./prove.ts";

prove(otherUsers);
