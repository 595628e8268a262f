import type { Endpoint } from "../model/endpoint.ts";

/** What of a row decides what it refuses. */
type RequestShape = Pick<Endpoint, "method" | "path" | "params" | "query" | "body" | "paged">;

/**
 * What an operation refuses because of what it takes: malformed input, and what is not there. Rows say what else they refuse, or
 * the same in better words. Not of one operation alone are 401 (no token, or a wrong one), 403 (the token may not) and 429 (too
 * many requests).
 */
export function impliedErrors(asked: RequestShape): Readonly<Record<number, string>> {
  const absent = absentIn(asked);
  return {
    ...(hasParameters(asked) ? { 400: "The request is not valid." } : {}),
    ...(absent === undefined ? {} : { 404: `There is no such ${absent}.` }),
  };
}

function hasParameters({ params, query, body, paged }: RequestShape): boolean {
  return params !== undefined || query !== undefined || body !== undefined || paged === true;
}

/** What a path names that may not be there. Deleting what is gone already is done; what that would be in must be there. */
function absentIn({ method, path }: RequestShape): string | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const isThing = path.endsWith("}");
  return wordsOf(method === "DELETE" && isThing ? names.at(-2) : names.at(-1));
}

/** Names that are not those of things. */
const words: Readonly<Record<string, string>> = {
  specSlug: "specification",
  samlProviderId: "SAML provider",
  userId: "member",
  siteSectionId: "section",
  siteSectionGroupId: "group of sections",
  commentReplyId: "reply",
};

/** `changeRequestId` is the id of a change request. */
function wordsOf(param: string | undefined): string | undefined {
  if (param === undefined) return undefined;
  const plain = param.replace(/Id$/, "").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words[param] ?? plain;
}
