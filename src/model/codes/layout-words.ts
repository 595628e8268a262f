import { wordsIn } from "./fail.ts";
import { layoutCodes } from "./layout-codes.ts";
import { namedFileCodes } from "./named-file-codes.ts";
import { synthCodes } from "./synth-codes.ts";
import { yamlCodes } from "./yaml-codes.ts";

/** Errors and warnings about layouts and synthesized apps. */
export const wordsOf = wordsIn({ ...layoutCodes, ...namedFileCodes, ...synthCodes, ...yamlCodes });
