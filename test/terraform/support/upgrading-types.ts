import type { ResourceType } from "../../../src/model/resource-type.ts";
import { registry } from "../../../src/resources/registry.ts";

/** The type whose state has had two versions before. */
export const upgradedType = "space";

/**
 * The types of a later provider. In version 0 of a space's state the title was called `name`, in versions 0 and 1 the way in
 * which it is edited was a switch.
 */
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
