import { killedBy, type Mutant } from "./mutant.ts";

/** Layouts of several files, environments, and maps that `<<` merges. */
export const layeringMutants: readonly Mutant[] = [
  ...killedBy(["test/layout/layers.test.ts"], {
    "a later layer overrides an earlier one": "fieldsOver: ? 1 -> `before ?? $2` #4a36",
    "items of two layers with the same address are one item": "mergeLists: call 3 -> -1 #a663",
    "items of one layer with the same address stay separate": "mergeLists: . 1 -> `items.findIndex` #1d66",
    "a map's own field overrides a field that `<<` merges in":
      "mapFields in layout/: if 5 -> only then #2249",
    "a layout with several environments needs `--env`": "chosenEnvironment: statement 1 -> dropped #dd74",
    "docsform does not show a secret in an environment": "hideInLayout: for 2 -> dropped #022e",
  }),
  ...killedBy(["test/cli/environments.test.ts"], {
    "each environment has a state of its own":
      'suffixOf: ? 1 -> `environment === "" ? environment : ""` #b2ae',
  }),
];
