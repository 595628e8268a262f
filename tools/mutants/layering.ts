import { killedBy, type Mutant } from "./mutant.ts";

/** Rules of several files, environments and merge keys. */
export const layeringMutants: readonly Mutant[] = [
  ...killedBy(["test/layout/layers.test.ts"], {
    "of several layers the later says what holds": "fieldsOver: ? 1 -> `before ?? $2` #4a36",
    "an item is the same where it is addressed alike": "mergeLists: call 3 -> -1 #a663",
    "items of one file stay apart": "mergeLists: . 1 -> `items.findIndex` #1d66",
    "what is written wins over what is merged in": "mapFields in layout/: if 5 -> only then #2249",
    "one of the environments must be chosen": "chosenEnvironment: statement 1 -> dropped #9474",
    "a secret in an environment is hidden": "hideInLayout: for 2 -> dropped #022e",
  }),
  ...killedBy(["test/cli/environments.test.ts"], {
    "each environment has a state of its own":
      'suffixOf: ? 1 -> `environment === "" ? environment : ""` #b2ae',
  }),
];
