import { applyingMutants } from "./applying.ts";
import { beforePlanningMutants } from "./before-planning.ts";
import { cliMutants } from "./cli.ts";
import { constructMutants } from "./constructs.ts";
import { contentMutants } from "./content.ts";
import { copyingMutants } from "./copying.ts";
import { diskMutants } from "./disk.ts";
import { editingMutants } from "./editing.ts";
import { guardMutants } from "./guards.ts";
import { importedMutants } from "./imported.ts";
import { inputMutants } from "./inputs.ts";
import { layeringMutants } from "./layering.ts";
import { liveMutants } from "./live.ts";
import { matchingMutants } from "./matching.ts";
import type { Mutant } from "./mutant.ts";
import { peopleMutants } from "./people.ts";
import { plainTypeMutants } from "./plain-types.ts";
import { planTextMutants } from "./plan-text.ts";
import { planningMutants } from "./planning.ts";
import { programMutants } from "./programs.ts";
import { progressMutants } from "./progress.ts";
import { pullingMutants } from "./pulling.ts";
import { readingMutants } from "./reading.ts";
import { renamesMutants } from "./renames.ts";
import { reportMutants } from "./reports.ts";
import { selectingMutants } from "./selecting.ts";
import { shownMutants } from "./shown.ts";
import { stoppingMutants } from "./stopping.ts";
import { terraformMutants } from "./terraform.ts";

/** All mutants, in the order of the files that list them. */
export const mutants: readonly Mutant[] = [
  ...beforePlanningMutants,
  ...matchingMutants,
  ...renamesMutants,
  ...guardMutants,
  ...planningMutants,
  ...applyingMutants,
  ...diskMutants,
  ...liveMutants,
  ...cliMutants,
  ...programMutants,
  ...pullingMutants,
  ...editingMutants,
  ...constructMutants,
  ...readingMutants,
  ...inputMutants,
  ...reportMutants,
  ...planTextMutants,
  ...progressMutants,
  ...stoppingMutants,
  ...selectingMutants,
  ...layeringMutants,
  ...terraformMutants,
  ...contentMutants,
  ...peopleMutants,
  ...shownMutants,
  ...copyingMutants,
  ...importedMutants,
  ...plainTypeMutants,
];
