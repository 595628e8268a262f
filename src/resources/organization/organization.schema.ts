import * as z from "zod";
import type { Attribute, ComputedAttribute } from "../../model/resource-type.ts";

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

/** What the service tells about an organization. */
export const organizationComputed = {
  createdAt: { description: "When it was created, ISO 8601.", schema: z.string(), follows: [] },
  type: { description: "Kind of the organization.", schema: z.string() },
  plan: { description: "Plan of the organization.", schema: z.string() },
  hostname: {
    description: "The hostname below which it publishes, unless a site has another one.",
    schema: z.string(),
  },
  urls: {
    description: "Where it is in the app.",
    schema: z.object({ app: z.string().describe("Where it is managed.") }),
  },
} satisfies Record<string, ComputedAttribute>;
