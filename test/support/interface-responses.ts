import { textIn } from "../../src/model/emulator-responses.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/util/json.ts";
import type { ResponseSchema } from "./response-fields.ts";

/** An object of the interface, or a part of one. */
export interface InterfaceShape {
  /** The value of its field `object`. */
  readonly kind?: string;
  readonly fields: Readonly<Record<string, InterfaceField>>;
}

export interface InterfaceField {
  /** The contents. Undefined: a plain value, or an object with any contents. */
  readonly shape?: () => InterfaceShape;
  /** Whether it is a map. Then `shape` describes each of its values. */
  readonly isMap: boolean;
}

/*
 * The fields of every object, as the documentation of the interface lists them. `a{b c}` is an object or a list of objects with these fields,
 * `a*{b}` is a map with any keys, `a:user` is an object of this list, and `=team` is the value of the field `object`.
 */
const text = `
collection =collection id title description organization parent defaultLevel urls{location app}
  permissions{view admin viewInviteLinks create}

space =space id title emoji visibility createdAt updatedAt deletedAt editMode mergeRules{type}
  urls{location app published public icon} organization parent language revision defaultLevel
  gitSync:gitInfo visitorAuth{backend} comments changeRequests changeRequestsOpen changeRequestsDraft
  permissions{view access admin viewInviteLinks edit triggerGitSync comment merge review installIntegration}

organization =organization id title createdAt emailDomains hostname type useCase communityType defaultRole
  defaultContent{type site} sso ai inviteLinks plan customHostname
  billing{interval endDate hasPaymentFailed isScheduledToCancel
    pricing{members{plus_2024:prices pro_2024:prices} sites{premium:prices ultimate:prices}} usageAddons*{enabled}}
  mergeRules{type rules{rule users}} urls{location app logo} trial{status count endDate decision} blocked{source reason}
  internal_billingMigration{deadline discountPercent discountEndDate}
  permissions{view admin ownTeam createContent createOpenAPISpec ingestConversations viewBilling listMembers listTeams
    listIntegrations listInstallations installIntegration}
prices monthly yearly
organizationList organizations:organization

user =user id displayName email photoURL urls{location}
member =member id role user:user disabled joinedAt lastSeenAt sso spaces teams
memberSpace permission space:space
memberTeam team:team member{role}
ping serviceVisitorClaims

team =team id title members spaces createdAt permissions{admin view}
teamMember organization:member team{role}

samlProvider =saml-provider id label ssoURL entityID certificate defaultTeam:team defaultRole createdAt status
  service{acsURL startURL entityID} urls{location}
logins items{id label startURL}

openapiSpec =openapi-spec id createdAt updatedAt slug sourceURL processingState visibility lastVersion lastProcessedAt
  lastProcessErrorCode lastProcessedErrors{message code} permissions{view edit} urls{location app published}
openapiVersion =openapi-spec-version id createdAt url urls{location}
openapiContent filesystem url

site =site id type title icon{icon:themed} hostname basename proxy{origin target} visibility published siteSpaces createdAt
  adaptiveContent{enabled} ads{status submittable} agentsContext features{id plan frozen customizations}
  urls{location app published}
themed light dark
adaptiveSchema =site-adaptive-schema jsonSchema updatedAt
templateConditions items{description condition}
publishedSite =published-content-site site:site structure{type structure:siteSection}
  customizations{site:customization siteSpaces*:customization} scripts{script contentSecurityPolicy cookies}
customization title
  styling{theme primaryColor:themed tint infoColor:themed successColor:themed warningColor:themed dangerColor:themed corners depth
    links font monospaceFont icons sidebar{background list} search}
  favicon header{logo:themed links:headerLink} footer{logo:themed groups{title links:link} copyright}
  announcement{enabled message link:link style}
  themes{default toggeable} pdf{enabled} feedback{enabled} ai{mode} advancedCustomization{enabled} git{showEditLink}
  pageActions{externalAI markdown mcp} externalLinks{target} pagination{enabled} trademark{enabled} privacyPolicy{url}
  socialPreview{url} insights{trackingCookie}
headerLink title style to{kind file} condition links:link
link title to{kind file}

siteSection =site-section id title description default path condition sectionGroup icon siteSpaces:siteSpace urls{published}
siteSectionGroup =site-section-group id title sectionGroup icon children:siteSection
siteSpace =site-space id path section space:space title default condition hasAdvancedCustomizationFeature urls{published}
siteStructure type structure:siteSection

changeRequest =change-request id number status subject description:document createdBy:user createdAt updatedAt space revision
  revisionInitial revisionMergedAncestor revisionMerged comments outdated conversationsIssuesCluster urls{app location}
merged revision result
pdf url

comment =comment id postedBy:user postedAt editedAt reactions:reaction replies repliers{updatedAt count user:user} body{markdown}
  target{node{id} tableCell{record definition} changeRequest review page{id} space revision} urls{location}
  permissions{view edit reply delete} status resolvedAt resolvedBy:user
commentReply =comment-reply id postedBy:user postedAt editedAt reactions:reaction body{markdown} urls{location}
  permissions{view edit reply delete}
reaction emoji count users{user:user reactedAt}

revision =revision id parents pages:page files:file reusableContents{id title git:blob} variables createdAt
  git{oid message createdByGitBook url ref} urls{app published public} type
page id title emoji icon createdAt updatedAt markdown type urls{app} slug path description pages:page git:blob
  layout{width cover coverSize title description tableOfContents outline pagination metadata}
  cover{ref{kind file} refDark{kind file} yPos height} variables hidden noIndex noRobotsIndex
  computed{type dependencies*{ref{kind spec}} props} computedSeed
pages pages:page
file id name contentType downloadURL size dimensions{width height} git:blob
blob oid path
reference kind organization:organization space:space versionContext{type revision:revision} file:file
linkReport status relation targetReference:reference locationReferences:reference
foundSpace id title pages:foundPage
foundPage id title path sections{id title path body urls{app}} urls{app}

translation =translation id status source{space language} language instructions:document result{space revision} createdAt updatedAt
  stats{runs totalWords totalPages totalDuration latestRunDuration latestPages latestWords} permissions{view edit} urls{location}

conversation =conversation id subject createdAt processedAt source urls{location source}
wholeConversation conversation:conversation parts{type role body} metadata{url attributes createdAt}
issue =conversation-issue id title summary createdAt ingestedAt conversation cluster urls{location}
issueWithConversation issue:issue conversation:conversation
issuesCluster =issues-cluster id label createdAt updatedAt icon summary weeklyPulse sources
  stats{issues conversations tasksTotal tasksBacklog tasksStarted tasksCompleted tasksCancelled} urls{location app}

agentInstructions =agent-instructions instructions:document updatedAt updatedBy urls{location}
gitInfo repoName installationProvider integration url updatedAt
document =document data{schemaVersion} nodes:block
block =block type key nodes:block isVoid data{align}
`;

/** The object in the response of each operation, or in each item of its list. */
const given = `
collection listCollectionsInOrganizationById getCollectionById createCollection updateCollectionById moveCollection
  transferCollection
space listSpacesInCollectionById listSpacesInOrganizationById getSpaceById createSpace updateSpaceById moveSpace duplicateSpace
  restoreSpace transferSpace
organization listOrganizationsForAuthenticatedUser getOrganizationById updateOrganizationById
organizationList getOrganizationsForEmailDomain
ping updateOrganizationMemberLastSeenAt
agentInstructions getOrganizationAgentInstructions updateOrganizationAgentInstructions
user getAuthenticatedUser
member listMembersInOrganizationById getMemberInOrganizationById updateMemberInOrganizationById
  setUserAsSSOMemberForOrganization listCommentersInSpace listCommentersInChangeRequest
memberSpace listSpacesForOrganizationMember
memberTeam listTeamsForOrganizationMember
team listTeamsInOrganizationById getTeamInOrganizationById createOrganizationTeam updateTeamInOrganizationById
teamMember listTeamMembersInOrganizationById
samlProvider listSAMLProvidersInOrganizationById getOrganizationSAMLProviderById createOrganizationSAMLProvider
  updateOrganizationSAMLProvider
logins listSSOProviderLoginsInOrganization
openapiSpec listOpenAPISpecs getOpenAPISpecBySlug createOpenAPISpec createOrUpdateOpenAPISpecBySlug updateOpenAPISpecBySlug
openapiVersion listOpenAPISpecVersions getLatestOpenAPISpecVersion getOpenAPISpecVersionById
openapiContent getLatestOpenAPISpecVersionContent getOpenAPISpecVersionContentById
site listSites getSiteById createSite updateSiteById publishSite unpublishSite
adaptiveSchema getSiteAdaptiveSchema updateSiteAdaptiveSchema
templateConditions listSiteAdaptiveTemplateConditions
publishedSite getPublishedContentSite
siteStructure getSiteStructure
siteSpace listSiteSpaces addSpaceToSite updateSiteSpaceById moveSiteSpace
siteSection listSiteSections addSectionToSite updateSiteSectionById moveSiteSection
siteSectionGroup listSiteSectionGroups addSectionGroupToSite updateSiteSectionGroupById moveSiteSectionGroup addSectionToGroup
linkReport listSpaceLinks listPageLinksInSpace listPageLinksInChangeRequest
foundPage searchSpaceContent
foundSpace searchOrganizationContent
revision getCurrentRevision getRevisionOfChangeRequestById
pages listPages listPagesInChangeRequest
page getPageById getPageInChangeRequestById
file listFiles listFilesInChangeRequestById getFileById getFileInChangeRequestById
reference listSpaceFileBacklinks listChangeRequestFileBacklinks listSpacePageBacklinks listChangeRequestPageBacklinks
changeRequest listChangeRequestsForSpace listChangeRequestsForOrganization getChangeRequestById createChangeRequest
  updateChangeRequestById
merged mergeChangeRequest updateChangeRequest
pdf getChangeRequestPDF
comment listCommentsInSpace listCommentsInChangeRequest postCommentInSpace postCommentInChangeRequest getCommentInSpace
  getCommentInChangeRequest updateCommentInSpace updateCommentInChangeRequest
commentReply listCommentRepliesInSpace listCommentRepliesInChangeRequest postCommentReplyInSpace postCommentReplyInChangeRequest
  getCommentReplyInSpace getCommentReplyInChangeRequest updateCommentReplyInSpace updateCommentReplyInChangeRequest
translation listTranslations getTranslation createTranslation updateTranslation
conversation listConversations
wholeConversation getConversationById
issueWithConversation listConversationsIssues getConversationIssueById
issuesCluster listConversationsIssuesClusters
gitInfo getSpaceGitInfo
`;

/** The responses of operations, as the documentation of the interface describes them. */
export function interfaceResponses(): ReadonlyMap<string, InterfaceShape> {
  const shapes = new Map<string, InterfaceShape>();
  for (const [name = "", ...words] of entriesOf(text)) shapes.set(name, parse(words.join(" "), shapes));
  return new Map(
    entriesOf(given).flatMap(([name = "", ...operations]) =>
      operations.map((operation) => [operation, shapeNamed(shapes, name)] as const),
    ),
  );
}

/** Lines as lists of words. An indented line continues the line before. */
function entriesOf(lines: string): readonly (readonly string[])[] {
  return lines
    .trim()
    .replaceAll(/\n+(?<indent> *)/g, (_, indent: string) => (indent === "" ? "\n" : " "))
    .split("\n")
    .map((line) => line.split(" "));
}

type Shapes = ReadonlyMap<string, InterfaceShape>;

function shapeNamed(shapes: Shapes, name: string): InterfaceShape {
  const shape = shapes.get(name);
  if (shape === undefined) throw new Error(`The interface has no object ${name}`);
  return shape;
}

const token = /=(?<kind>[\w-]+)|(?<name>\w+)(?<map>\*)?(?::(?<other>\w+))?(?<open>\{)?|(?<close>\})/g;

function parse(words: string, shapes: Shapes): InterfaceShape {
  const tokens = [...words.matchAll(token)].map(({ groups }) => groups ?? {});
  let at = 0;
  const next = (): InterfaceShape => {
    const fields: Record<string, InterfaceField> = {};
    let kind: string | undefined;
    for (
      let found = tokens[at++];
      found !== undefined && found["close"] === undefined;
      found = tokens[at++]
    ) {
      const { name, map, other, open } = found;
      if (name === undefined) kind = found["kind"];
      else fields[name] = fieldOf(map !== undefined, other, open === undefined ? undefined : next());
    }
    if (kind !== undefined) fields["object"] = { isMap: false };
    return { fields, ...(kind === undefined ? {} : { kind }) };
  };
  const fieldOf = (isMap: boolean, other: string | undefined, inside: InterfaceShape | undefined) => {
    if (other !== undefined) return { isMap, shape: () => shapeNamed(shapes, other) };
    return inside === undefined ? { isMap } : { isMap, shape: () => inside };
  };
  return next();
}

/** A field of the interface, with the schemas of a response at its place. */
interface Place {
  /** For example `user.urls.location`. */
  readonly path: string;
  readonly schemas: readonly (readonly JsonObject[])[];
}

/** Paths of the interface's fields that the schema of a response does not have: `user.urls.location`. */
export function missingFields(shape: InterfaceShape, answer: ResponseSchema): readonly string[] {
  return placesIn(shape, [answer]).flatMap(({ path, schemas: [found] }) =>
    found?.length === 0 ? [path] : [],
  );
}

/** Paths of fields whose values the schema refuses, each with the type of the value: `user.id string`. */
export function refusedFields(
  shape: InterfaceShape,
  own: ResponseSchema,
  other: ResponseSchema,
): readonly string[] {
  return placesIn(shape, [own, other]).flatMap(({ path, schemas: [used = [], shown = []] }) => {
    const types = new Set(used.flatMap((each) => typesOf(each, own.resolve)));
    if (used.length === 0 || types.has("any")) return [];
    const others = shown.flatMap((each) => typesOf(each, other.resolve));
    return [...new Set(others)].filter((type) => !types.has(type)).map((type) => `${path} ${type}`);
  });
}

/** Every field of a shape once, with its schemas. */
function placesIn(shape: InterfaceShape, answers: readonly ResponseSchema[]): readonly Place[] {
  const seen = new Map<InterfaceShape, Set<string>>();
  const within = (each: InterfaceShape, given: Place["schemas"], path: string): readonly Place[] => {
    const known = seen.get(each) ?? new Set();
    const key = JSON.stringify(given);
    if (known.has(key)) return [];
    seen.set(each, known.add(key));
    const variants = given.map((schemas, index) => {
      const { resolve } = answers[index] as ResponseSchema;
      const all = new Set(schemas.flatMap((schema) => variantsOf(schema, resolve)));
      return { resolve, objects: [...all].filter((schema) => isOfKind(schema, each.kind, resolve)) };
    });
    return Object.entries(each.fields).flatMap(([name, { shape: inside, isMap }]) => {
      const place = {
        path: path === "" ? name : `${path}.${name}`,
        schemas: variants.map(({ objects }) => objects.flatMap((schema) => fieldIn(schema, name))),
      };
      if (inside === undefined || place.schemas.some(({ length }) => length === 0)) return [place];
      const values = place.schemas.map((schemas, index) =>
        isMap
          ? schemas.flatMap((schema) => valuesOf(schema, (answers[index] as ResponseSchema).resolve))
          : schemas,
      );
      return [place, ...within(inside(), values, place.path)];
    });
  };
  return within(
    shape,
    answers.map(({ schema }) => [schema]),
    "",
  );
}

/** The object schemas that a schema permits, also as items of a list. */
function variantsOf(given: Json, resolve: ResponseSchema["resolve"]): readonly JsonObject[] {
  const schema = resolve(given);
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((word) => schema[word] ?? []) as readonly Json[];
  const items = schema["items"] === undefined ? [] : [schema["items"]];
  return [schema, ...[...parts, ...items].flatMap((part) => variantsOf(part, resolve))];
}

function isOfKind(
  { properties }: JsonObject,
  kind: string | undefined,
  resolve: ResponseSchema["resolve"],
): boolean {
  const own = isJsonObject(properties) ? properties["object"] : undefined;
  if (kind === undefined || own === undefined) return true;
  const { const: value, enum: values = value === undefined ? null : [value] } = resolve(own);
  return !Array.isArray(values) || values.includes(kind);
}

function fieldIn({ properties }: JsonObject, name: string): readonly JsonObject[] {
  const field = isJsonObject(properties) ? properties[name] : undefined;
  return isJsonObject(field) ? [field] : [];
}

function valuesOf(map: JsonObject, resolve: ResponseSchema["resolve"]): readonly JsonObject[] {
  return variantsOf(map, resolve).flatMap(({ additionalProperties }) =>
    isJsonObject(additionalProperties) ? [additionalProperties] : [],
  );
}

/** The JSON types that a schema permits, except null. `any`: the schema names no type. */
function typesOf(given: Json, resolve: ResponseSchema["resolve"]): readonly string[] {
  const schema = resolve(given);
  const parts = ["allOf", "oneOf", "anyOf"].flatMap((word) => schema[word] ?? []) as readonly Json[];
  if (parts.length > 0) return parts.flatMap((part) => typesOf(part, resolve));
  const values = [schema["const"] ?? schema["enum"] ?? []].flat();
  if (values.length > 0) return values.flatMap((value) => (value === null ? [] : [typeof value]));
  const types = [schema["type"] ?? (schema["properties"] === undefined ? "any" : "object")].flat();
  return types.flatMap((type) => (type === "null" ? [] : [type === "integer" ? "number" : textIn(type)]));
}
