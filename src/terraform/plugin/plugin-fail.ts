import { failWith, wordsIn } from "../../model/codes/fail.ts";
import { pluginCodes } from "../../model/codes/plugin-codes.ts";

/** The errors of the plugin protocol. */
export const fail = failWith(pluginCodes);
export const wordsOf = wordsIn(pluginCodes);
