import { prove } from "./prove.ts";
import { lyingLists } from "./wrong-lists.ts";

prove(lyingLists);
