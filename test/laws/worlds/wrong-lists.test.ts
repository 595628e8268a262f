import { prove } from "./prove.ts";
import { wrongLists } from "./wrong-lists.ts";

prove(wrongLists);
