import { prove } from "./prove.ts";
import { reducedView } from "./reduced-view.ts";

prove(reducedView);
