import { cliStartCodes } from "./cli-start-codes.ts";
import { diskCodes } from "./disk-codes.ts";
import { failWith } from "./fail.ts";
import { namedFileCodes } from "./named-file-codes.ts";

/** Errors of arguments and of files. Every start of the command line loads them. */
export const fail = failWith({ ...cliStartCodes, ...diskCodes, ...namedFileCodes });
