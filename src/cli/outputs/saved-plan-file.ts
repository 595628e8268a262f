import { planText } from "../plan-file.ts";
import type { StartFile } from "./start-file.ts";

/** The plan for `apply`. */
export const savedPlanFile: StartFile = (_, __, write) => ({
  plan: ({ saved }) => saved && write(planText(saved)),
});
