import { cliCodes } from "./cli-codes.ts";
import { httpCodes } from "./http-codes.ts";
import { layoutCodes } from "./layout-codes.ts";
import { planCodes } from "./plan-codes.ts";
import { runCodes } from "./run-codes.ts";
import { terraformCodes } from "./terraform-codes.ts";

/** Every code of the machinery, with what is told of it. A resource type declares those of its own checks. */
export const codes = {
  ...cliCodes,
  ...httpCodes,
  ...layoutCodes,
  ...planCodes,
  ...runCodes,
  ...terraformCodes,
};
