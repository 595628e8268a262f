import { clientCodes } from "../../model/codes/client-codes.ts";
import { failWith } from "../../model/codes/fail.ts";

/** The errors of calls by programs. */
export const fail = failWith(clientCodes);
