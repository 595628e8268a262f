import { cliCodes } from "./cli-codes.ts";
import { httpCodes } from "./http-codes.ts";
import { layoutCodes } from "./layout-codes.ts";
import { planCodes } from "./plan-codes.ts";
import { runCodes } from "./run-codes.ts";
import { terraformCodes } from "./terraform-codes.ts";

/** Every code outside resource types, with its explanation. A resource type declares the codes of its own checks. */
export const codes = {
  ...cliCodes,
  ...httpCodes,
  ...layoutCodes,
  ...planCodes,
  ...runCodes,
  ...terraformCodes,
};
