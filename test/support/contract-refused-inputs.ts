/** An input that the published document accepts and docsform deliberately refuses. */
export interface RefusedInput {
  /** Names of operations in the documents. */
  readonly operations: readonly string[];
  /** The place in the request: `query page`, `body title`. */
  readonly what: string;
  readonly reason: string;
}

/** All inputs of this kind. The contract test fails if docsform accepts one of them. */
export const refusedInputs: readonly RefusedInput[] = [
  {
    operations: ["importGitRepository", "exportToGitRepository"],
    what: "body ref",
    reason:
      "The interface wants `refs/heads/<branch>`; anything else only fails later, where nobody sees it.",
  },
  {
    operations: ["createOpenAPISpec", "createOrUpdateOpenAPISpecBySlug"],
    what: "body source.url",
    reason: "The service fetches it, so what is no URL only fails later.",
  },
  {
    operations: ["createOrganizationSAMLProvider", "updateOrganizationSAMLProvider"],
    what: "body ssoURL",
    reason: "People are sent there: what is no URL would lock them out.",
  },
  {
    operations: ["updateOrganizationById"],
    what: "body title",
    reason: "The document means that no blank stands at its ends, and its pattern does not say so.",
  },
  {
    operations: ["updateOrganizationById"],
    what: "body logo",
    reason: "It is shown from there, so what is no URL shows nothing.",
  },
  { operations: ["updateSpaceById"], what: "body icon", reason: "The same." },
  {
    operations: ["addExternalLinkToSite", "updateSiteExternalLinkById"],
    what: "body url",
    reason:
      "By its description the destination is an absolute HTTP or HTTPS URL, and its schema does not say so.",
  },
  {
    operations: ["listSiteShareLinks"],
    what: "query search",
    reason:
      "It looks into the keys of the links, which are secret and would stand in the URL of the request.",
  },
  {
    operations: ["createChangeRequest"],
    what: "body subject",
    reason: "The change request that is made may have no more than 100 characters, by the same document.",
  },
  {
    operations: ["listSites"],
    what: "query type",
    reason: "The kinds are those of plans that nobody chooses here; each site tells its own.",
  },
  {
    operations: ["addSectionToSite", "addSpaceToSite"],
    what: "body template",
    reason: "Not in the interface that docsform is made for.",
  },
  {
    operations: ["addSectionToSite", "addSpaceToSite"],
    what: "body spaceId",
    reason:
      "null makes a space together with it; docsform makes spaces by themselves, so that none is made unseen.",
  },
  {
    operations: ["getPageById", "getPageInChangeRequestById"],
    what: "query format.markdown.refs",
    reason: "Not in the interface.",
  },
  {
    operations: ["getPageById", "getPageInChangeRequestById"],
    what: "query dereferenced",
    reason: "Not in the interface.",
  },
  {
    operations: ["listChangeRequestsForOrganization"],
    what: "query styleguideRun",
    reason: "Not in the interface.",
  },
  {
    operations: ["listChangeRequestsForOrganization"],
    what: "query finding",
    reason: "Not in the interface.",
  },
  { operations: ["updateChangeRequestById"], what: "body links", reason: "Not in the interface." },
];
