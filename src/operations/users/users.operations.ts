import { publishedGenerations } from "../../model/endpoint.ts";
import { get } from "../operation.ts";
import { userObject } from "./users.objects.ts";

export const users = {
  /** Who the token acts for. */
  current: get("/user", {
    id: "getAuthenticatedUser",
    generations: publishedGenerations,
    summary: "Reads the user that the token acts for.",
    errors: { 404: "The token acts for no user." },
    answer: userObject,
  }),
};
