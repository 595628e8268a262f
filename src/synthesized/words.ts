import { wordsIn } from "../model/codes/fail.ts";
import { synthCodes } from "../model/codes/synth-codes.ts";

/** The code, the message and the remedy of a mistake in a synthesized app. */
export const wordsOf = wordsIn(synthCodes);
