import { z } from "zod";
import type { Attribute } from "../../model/resource-type.ts";

/** What is read of an organization. Nothing of it is set: a layout pins it by its id. */
export const organizationAttributes = {
  title: {
    description: "Name of the organization.",
    schema: z.string().min(2).max(255),
    atCreate: "no",
    derived: true,
    samples: [],
  },
} satisfies Record<string, Attribute>;
