import type * as z from "zod";
import { present } from "../../util/present.ts";
import type { ResultView } from "../view/result-view.ts";
import type { DeepReadonly } from "./deep-readonly.ts";
import type { outputs } from "./outputs.ts";

type ResultJson = Extract<
  DeepReadonly<z.output<(typeof outputs)["apply"][number]>>,
  { readonly steps: unknown }
>;

/** The result of a run as JSON. */
export function resultJson(view: ResultView): ResultJson {
  const {
    outcome,
    steps,
    created,
    recovered,
    conflicts,
    finalRead,
    remaining,
    duplicates,
    checkedForDuplicates,
    calls,
  } = view;
  return {
    outcome,
    steps,
    created,
    recovered,
    conflicts,
    finalRead,
    remaining,
    duplicates,
    checkedForDuplicates,
    calls,
    ...present({ error: view.error }),
  };
}
