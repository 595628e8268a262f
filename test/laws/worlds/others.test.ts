import { others } from "./others.ts";
import { prove } from "./prove.ts";

prove(others);
