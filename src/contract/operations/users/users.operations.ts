import { publishedApiVersions } from "../../../model/endpoint.ts";
import { get } from "../operation.ts";
import { userObject } from "./users.objects.ts";

export const users = {
  current: get("/user", {
    id: "getAuthenticatedUser",
    apiVersions: publishedApiVersions,
    summary: "Reads the user that the token acts for.",
    errors: { 404: "The token acts for no user." },
    response: userObject,
  }),
};
