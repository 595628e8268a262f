import { applyingMutants } from "./applying.ts";
import { frontDoorMutants } from "./front-door.ts";
import type { Mutant } from "./mutant.ts";
import { planningMutants } from "./planning.ts";

/** Every rule that is switched off. */
export const mutants: readonly Mutant[] = [...frontDoorMutants, ...planningMutants, ...applyingMutants];
