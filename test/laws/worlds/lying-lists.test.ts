import { lyingLists } from "./lying-lists.ts";
import { prove } from "./prove.ts";

prove(lyingLists);
