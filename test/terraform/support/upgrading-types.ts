import type { ResourceType } from "../../../src/model/resource-type.ts";
import { registry } from "../../../src/resources/registry.ts";

/** The type with two earlier versions of its state schema. */
export const upgradedType = "space";

/** The types of a later provider. Version 0 of a space's state called the title `name`. In versions 0 and 1, `edit_mode` was a boolean. */
export const upgradingTypes: readonly ResourceType[] = registry.map((type) =>
  type.name === upgradedType
    ? {
        ...type,
        terraform: {
          version: 2,
          upgraders: {
            0: ({ name = null, ...state }) => ({ ...state, title: name }),
            1: ({ inState = null, ...state }) => ({
              ...state,
              edit_mode: inState === true ? "locked" : "live",
            }),
          },
        },
      }
    : type,
);
