import type { CodeEntry } from "./code-entry.ts";

/** Codes of reading the service. */
export const liveCodes = {
  "live/incomplete-list": {
    cases: {
      comparison:
        "The service counts {expected} objects, but its list has only {received} after several reads. The comparison would be incomplete.",
      layout:
        "The service counts {expected} objects, but its list has only {received} after several reads. The layout would be incomplete.",
      existence:
        "docsform does not know whether {object} exists: the service counts {expected} objects of its type, but its pages have only {received} after several reads.",
      omitted: "The service has {id}, but no list shows it. The comparison would be incomplete.",
      plan: "The service counts {expected} objects, but its list of {objects} has only {received} after several reads. Missing objects look deleted.",
      refusal: { text: "{problem}", remedy: "{remedy}" },
    },
    remedy: "Run the command again. If that does not help, ask the service's support about the count.",
  },
  "live/no-such-list": {
    message: "{failure}",
    remedy:
      "The service does not have that list, or a proxy blocks it. Check the base URL, and remove from the layout what needs the list.",
  },
  "live/not-confirmed-gone": {
    message: {
      text: "No list shows {address} ({id}), and docsform does not know whether it is gone: {failure}",
      remedy: "{remedy}",
    },
    remedy: "Use a token that has access to the object. If the object is gone, run the command again later.",
  },
  "live/other-api-version": {
    message: {
      text: "--api-version, DOCSFORM_API_VERSION or the provider's argument sets the API version {configured}, but the service's responses show {shown}.",
      remedy: "Remove that setting, or set it to {shown}.",
    },
    remedy:
      "Remove --api-version, DOCSFORM_API_VERSION or the provider's `api_version`, or set the right one.",
  },
  "live/unreadable-field": {
    cases: {
      declarable:
        "docsform cannot read the field {field} of {object} in the response of {operation}. A layout can declare this field, so docsform cannot compare it.",
      undeclarable:
        "docsform cannot read the field {field} of {object} in the response of {operation}, and ignores it.",
    },
    remedy: "Correct the value in the app. If that does not help, check for a newer docsform.",
  },
  "live/wrong-organization": {
    cases: {
      none: "The token has no access to the organization {organizationId}.",
      others: {
        text: "The token has no access to the organization {organizationId}. It has access to {organizations}.",
        remedy: "Write the id of one of them, or use a token of the other organization.",
      },
    },
    remedy:
      "Use a token of that organization, or correct the organization's id, or the base URL if you set one.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
