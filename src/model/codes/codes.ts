import { acceptCodes } from "./accept-codes.ts";
import { applyCodes } from "./apply-codes.ts";
import { cliCodes } from "./cli-codes.ts";
import { cliLayoutCodes } from "./cli-layout-codes.ts";
import { cliStartCodes } from "./cli-start-codes.ts";
import { cliUsageCodes } from "./cli-usage-codes.ts";
import { clientCodes } from "./client-codes.ts";
import { constructsCodes } from "./constructs-codes.ts";
import { diskCodes } from "./disk-codes.ts";
import { driftCodes } from "./drift-codes.ts";
import { generalCodes } from "./general-codes.ts";
import { guardCodes } from "./guard-codes.ts";
import { httpCodes } from "./http-codes.ts";
import { layoutCodes } from "./layout-codes.ts";
import { liveCodes } from "./live-codes.ts";
import { namedFileCodes } from "./named-file-codes.ts";
import { planCodes } from "./plan-codes.ts";
import { pluginCodes } from "./plugin-codes.ts";
import { richTextCodes } from "./rich-text-codes.ts";
import { runCodes } from "./run-codes.ts";
import { savedPlanCodes } from "./saved-plan-codes.ts";
import { secretCodes } from "./secret-codes.ts";
import { stateCodes } from "./state-codes.ts";
import { synthCodes } from "./synth-codes.ts";
import { terraformCodes } from "./terraform-codes.ts";
import { testingCodes } from "./testing-codes.ts";
import { yamlCodes } from "./yaml-codes.ts";

/** Every code outside resource types, with its entry. A resource type declares the codes of its own checks. */
export const codes = {
  ...acceptCodes,
  ...applyCodes,
  ...cliCodes,
  ...cliLayoutCodes,
  ...cliStartCodes,
  ...cliUsageCodes,
  ...clientCodes,
  ...constructsCodes,
  ...diskCodes,
  ...driftCodes,
  ...generalCodes,
  ...guardCodes,
  ...httpCodes,
  ...layoutCodes,
  ...liveCodes,
  ...namedFileCodes,
  ...planCodes,
  ...pluginCodes,
  ...richTextCodes,
  ...runCodes,
  ...savedPlanCodes,
  ...secretCodes,
  ...stateCodes,
  ...synthCodes,
  ...terraformCodes,
  ...testingCodes,
  ...yamlCodes,
};
