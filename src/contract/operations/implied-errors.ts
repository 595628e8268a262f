import type { Endpoint } from "../../model/endpoint.ts";

/** The parts of a row that decide which requests the operation refuses. */
type RequestShape = Pick<Endpoint, "method" | "path" | "params" | "query" | "body" | "paged">;

/**
 * The errors that follow from an operation's parameters: malformed input, and objects that do not exist. Rows add others, or better
 * texts for these. 401 (no token, or a wrong one), 403 (the token lacks permission) and 429 (too many requests) are possible for
 * every operation.
 */
export function impliedErrors(request: RequestShape): Readonly<Record<number, string>> {
  const absent = absentIn(request);
  return {
    ...(hasParameters(request) ? { 400: "The request is not valid." } : {}),
    ...(absent === undefined ? {} : { 404: `There is no such ${absent}.` }),
  };
}

function hasParameters({ params, query, body, paged }: RequestShape): boolean {
  return params !== undefined || query !== undefined || body !== undefined || paged === true;
}

/** The object in the path that may not exist. Deleting an object that is already gone succeeds, but its parent must exist. */
function absentIn({ method, path }: RequestShape): string | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const endsWithParameter = path.endsWith("}");
  return wordsOf(method === "DELETE" && endsWithParameter ? names.at(-2) : names.at(-1));
}

/** Readable names of parameters whose names do not give them. */
const words: Readonly<Record<string, string>> = {
  specSlug: "specification",
  samlProviderId: "SAML provider",
  userId: "member",
  siteSectionId: "section",
  siteSectionGroupId: "group of sections",
  commentReplyId: "reply",
};

/** `changeRequestId` becomes `change request`. */
function wordsOf(param: string | undefined): string | undefined {
  if (param === undefined) return undefined;
  const plain = param.replace(/Id$/, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[param] ?? plain;
}
