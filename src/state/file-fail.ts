import { diskCodes } from "../model/codes/disk-codes.ts";
import { failWith } from "../model/codes/fail.ts";

/** The errors of files. It binds few entries, because every command loads it. */
export const fail = failWith(diskCodes);
