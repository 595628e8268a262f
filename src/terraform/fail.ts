import { applyCodes } from "../model/codes/apply-codes.ts";
import { failWith } from "../model/codes/fail.ts";
import { terraformCodes } from "../model/codes/terraform-codes.ts";

/** The errors of the Terraform provider. */
export const fail = failWith({ ...applyCodes, ...terraformCodes });
