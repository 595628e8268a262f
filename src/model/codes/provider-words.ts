import { applyCodes } from "./apply-codes.ts";
import { failWith } from "./fail.ts";
import { httpCodes } from "./http-codes.ts";
import { terraformCodes } from "./terraform-codes.ts";

/** Errors of the Terraform provider. */
export const fail = failWith({ ...applyCodes, ...httpCodes, ...terraformCodes });
