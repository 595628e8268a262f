import * as z from "zod";
import { only } from "../../model/api-version-marks.ts";

const codes: readonly string[] =
  "en fr de es it pt pt-br ru ja zh zh-tw yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl".split(
    " ",
  );

/** A language that the service can write. */
export const language = only("current", z.enum(codes), "zh-tw");
