import * as z from "zod";
import { get } from "../operation.ts";

const user = z.object({
  id: z.string(),
  displayName: z.string().optional(),
  email: z.string().nullish(),
});

export type UserObject = z.infer<typeof user>;

export const users = {
  /** Who the token acts for. */
  current: get("/user", {
    id: "getAuthenticatedUser",
    summary: "Reads the user that the token acts for.",
    answer: user,
  }),
};
