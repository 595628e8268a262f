import { wordsIn } from "../model/codes/fail.ts";
import { layoutCodes } from "../model/codes/layout-codes.ts";
import { namedFileCodes } from "../model/codes/named-file-codes.ts";
import { yamlCodes } from "../model/codes/yaml-codes.ts";

/** The code, the message and the remedy of a mistake in a layout. */
export const wordsOf = wordsIn({ ...layoutCodes, ...namedFileCodes, ...yamlCodes });
