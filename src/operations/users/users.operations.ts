import * as z from "zod";
import { publishedGenerations } from "../../model/endpoint.ts";
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
    generations: publishedGenerations,
    summary: "Reads the user that the token acts for.",
    errors: { 404: "The token acts for no user." },
    answer: user,
  }),
};
