import fc from "fast-check";
import { expect, test } from "vitest";
import { operations } from "../../src/contract/operations/operations.ts";
import type { RevisionContent } from "../../src/contract/operations/revisions/content.ts";
import { pagePaths } from "../../src/contract/operations/revisions/page-paths.ts";
import { operationsIn } from "../../src/contract/operations/system.ts";
import { createEmulator, type Emulator } from "../../src/emulator/new-emulator.ts";
import type { Exchange } from "../../src/emulator/wire.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import { type EmulatorRecord, EmulatorRefusal } from "../../src/model/emulator-rules.ts";
import { type ApiVersion, apiVersions, type Endpoint, isServed } from "../../src/model/endpoint.ts";
import { registry } from "../../src/resources/registry.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/util/json.ts";
import { createContractChecker } from "../support/contract.ts";
import { type CreatedObjects, onlyMoves, trackCreatedObjects } from "../support/created-objects.ts";
import { danglingReferences } from "../support/dangling-references.ts";
import { organizationId } from "../support/declare-world.ts";
import { createTally, someOf, timeoutOf, worldsOf } from "../support/laws.ts";
import { createRandomClient, type RandomClient } from "../support/random-requests.ts";
import { seededRandom, testToken } from "../support/service.ts";
import { createVirtualClock } from "../support/virtual-clock.ts";

/*
 * The emulator serves random requests, valid and invalid ones, in random order. Its responses match the published document, it never fails, and its
 * store stays consistent. A quarter of the sequences delete nothing: in these, every created object stays readable, and moves, transfers and copies
 * change no contents. The rows of operations generate the requests, so a new operation needs no change here.
 */

const usual = 2000;
const steps = 40;
const day = 24 * 60 * 60 * 1000;

test.each(someOf(apiVersions, String))(
  "a %s emulator serves any sequence of requests as the document says, and stays consistent",
  async (apiVersion) => {
    const tally = createTally();
    const checker = createContractChecker(apiVersion);
    const property = fc.asyncProperty(fc.integer(), async (seed) => {
      const broken = await play(apiVersion, seed, (exchange) => {
        const { status, operation } = exchange.request;
        tally.count(status < 300 ? "done" : isFailed(exchange) ? "failed" : "refused");
        tally.count(status < 300 ? `did ${operation}` : `was refused ${operation}`);
        if (operation === "mergeChangeRequest" && status < 300) tally.count(`merge: ${outcomeOf(exchange)}`);
        return checker
          .check(exchange)
          .flatMap(({ what }) => (/^(?:answer|refusal)/.test(what) ? [what] : []));
      });
      expect(broken).toEqual([]);
    });
    await fc.assert(property, { numRuns: worldsOf(usual) });
    expect(tally.of("failed")).toBe(0);
    expect(tally.of("done")).toBeGreaterThan(tally.of("refused") / 10);
    const names = operationsOf(apiVersion).map(({ operation }) => operation);
    const never = names.filter((name) => tally.of(`did ${name}`) === 0);
    process.stdout.write(
      `sequences, ${apiVersion}: never done ${never.length} of ${names.length}: ${never.join(", ")}\n`,
    );
    const merges = ["merge", "conflicts"].map((outcome) => tally.of(`merge: ${outcome}`));
    const sorts = ["did", "was refused"].map((outcome) => tally.of(`${outcome} sortSiteStructure`));
    process.stdout.write(
      `merges done ${merges[0]}, with conflicts ${merges[1]}; sorts done ${sorts[0]}, refused ${sorts[1]}\n`,
    );
    // With few sequences, the number of merges is random.
    expect(Math.min(...merges)).toBeGreaterThanOrEqual(Math.floor(worldsOf(usual) / 100));
    expect((sorts[0] as number) + 10).toBeGreaterThan(sorts[1] as number);
    // With few sequences, some operations never succeed.
    const unexplained = worldsOf(usual) < usual ? [] : never;
    expect(unexplained.length, unexplained.join(", ")).toBeLessThan(3);
  },
  timeoutOf(usual),
);

function outcomeOf({ response }: Exchange): string {
  return response === "dropped" ? "" : textIn((JSON.parse(response.text) as JsonObject)["result"]);
}

const served = new Map(
  apiVersions.map((apiVersion) => [
    apiVersion,
    operationsIn(operations).filter((each) => isServed(each, apiVersion)),
  ]),
);

function operationsOf(apiVersion: ApiVersion): readonly Endpoint[] {
  return served.get(apiVersion) ?? [];
}

async function play(
  apiVersion: ApiVersion,
  seed: number,
  problemsOf: (exchange: Exchange) => readonly string[],
): Promise<readonly string[]> {
  const random = seededRandom(seed);
  const broken: string[] = [];
  const emulator = createEmulator({
    types: registry,
    operations,
    organizationId,
    token: testToken,
    apiVersion,
    clock: createVirtualClock(Date.parse("2026-01-01T00:00:00Z")),
    random: seededRandom(seed + 1),
    observe: (exchange) => {
      const { operation, status } = exchange.request;
      const reported =
        (isFailed(exchange) || isUndeclared(exchange)) && exchange.response !== "dropped"
          ? [`${status} ${exchange.response.text}`]
          : [];
      broken.push(...[...problemsOf(exchange), ...reported].map((what) => `${operation}: ${what}`));
    },
  });
  const client = createRandomClient(random, { organizationId, apiVersion }, 0.02);
  addPeople(emulator, client);
  // If the API version cannot create spaces, people create some in the app.
  const isMade = operationsOf(apiVersion).some(({ operation }) => operation === "createSpace");
  if (!isMade)
    for (const title of ["Guides", "News"])
      client.learn(emulator.edit("createSpace", {}, { title }).body ?? null);
  const createdObjects = client.chance(0.25)
    ? trackCreatedObjects((path) => answerTo(emulator, "GET", `/v1${path}`))
    : undefined;
  const playing: Playing = { emulator, client, broken, createdObjects };
  const focus = drawFocus(playing);
  await createSome(playing);
  for (let step = 0; step < steps && broken.length === 0; step += 1) {
    if (client.chance(0.05)) emulator.forward(client.pick([1, 8]) * day);
    if (client.chance(0.15)) editContent(emulator, client);
    else await ask(playing, focus);
  }
  await emulator.settle();
  return [...broken, ...inconsistencies(emulator), ...((await createdObjects?.unreadable()) ?? [])];
}

/** Later requests come from one system, or are moves, so that they meet objects that exist. */
function drawFocus({ emulator, client, createdObjects }: Playing): readonly Endpoint[] {
  const system = operationsIn({ focus: client.pick(Object.values(operations)) });
  const movesOnly = createdObjects !== undefined && client.chance(0.5);
  return movesOnly ? operationsOf(emulator.apiVersion).filter(onlyMoves) : system;
}

interface Playing {
  readonly emulator: Emulator;
  readonly client: RandomClient;
  readonly broken: string[];
  /** Undefined: this sequence deletes objects, too. */
  readonly createdObjects: CreatedObjects | undefined;
}

/** Adds objects that no request creates: another organization, an invitation, and a user who may join. */
function addPeople({ service }: Emulator, client: RandomClient): void {
  const user = { object: "user", id: "u_ada", email: "ada@acme.example", displayName: "Ada" };
  service.add("organization_member", {
    id: user.id,
    user: { ...user, urls: { location: `/users/${user.id}` } },
    currentUser: true,
    role: "admin",
  });
  service.add("organization", { id: organizationId, title: "Acme", emailDomains: ["acme.example"] });
  service.add("organization", { id: "other", title: "Other" });
  // In half of the sequences, the token's user is a member of both organizations, so that objects can move between them.
  if (client.chance(0.5))
    service.in("other").add("organization_member", {
      id: user.id,
      user: { ...user, urls: { location: `/users/${user.id}` } },
      currentUser: true,
      role: "admin",
    });
  service.add("organization_invite", { id: "invite1" });
  client.learn([
    { object: "organization", id: "other" },
    { object: "invite", id: "invite1" },
    { object: "email-domain", id: "acme.example" },
    { object: "organization", id: organizationId },
  ]);
}

/** Creates of objects that most requests need. Each comes after the creates of objects that it needs itself. */
const first = [
  "createCollection",
  "createCollection",
  "createSpace",
  "createSpace",
  "createChangeRequest",
  "postCommentInSpace",
  "postCommentReplyInSpace",
  "postCommentInChangeRequest",
  "postCommentReplyInChangeRequest",
  "createSite",
  "addSectionToSite",
  "addSectionToSite",
  "addSectionGroupToSite",
  "addSpaceToSite",
  "getSiteStructure",
  "sortSiteStructure",
];

/** How often a random create is tried: most have values that the service refuses. */
const tries = 4;

/** Sends most of these creates. */
async function createSome(playing: Playing): Promise<void> {
  const { emulator, client } = playing;
  const all = operationsOf(emulator.apiVersion);
  for (const name of first) {
    const endpoint = all.find(({ operation }) => operation === name);
    if (endpoint !== undefined && client.chance(0.8)) await createOne(playing, endpoint);
    if (client.chance(0.2)) editContent(emulator, client);
  }
  if (client.chance(0.3)) await mergeSome(playing);
}

async function createOne(playing: Playing, endpoint: Endpoint): Promise<void> {
  for (let time = 0; time < tries && playing.client.knows(endpoint); time += 1)
    if ((await send(playing, endpoint)) < 300) return;
}

/** People propose changes, others edit the space, and the proposals are merged. */
async function mergeSome({ emulator, client }: Playing): Promise<void> {
  const { service } = emulator;
  const [space] = service.list("space").filter(({ deletedAt }) => deletedAt == null);
  if (space === undefined) return;
  const edit = (owner: string, changes?: readonly JsonObject[]) => {
    const record = service.get("change_request", owner) ?? service.get("space", owner);
    if (record !== undefined) editContent(emulator, client, [record], changes);
  };
  edit(space.id);
  const path = `/v1/spaces/${space.id}/change-requests`;
  const made = await answerTo(emulator, "POST", path, JSON.stringify({ subject: "Better" }));
  const id = isJsonObject(made.body) ? textIn(made.body["id"]) : "";
  client.learn(made.body, { space: space.id });
  const { revision } = service.get("space", space.id) ?? space;
  const [page] =
    (service.get("revision", textIn(revision))?.["content"] as RevisionContent | undefined)?.pages ?? [];
  const same = page !== undefined && client.chance(0.4) ? page.id : undefined;
  for (const [owner, title] of [[id, "One"] as const, [space.id, "Two"] as const])
    edit(owner, same === undefined ? undefined : [{ operation: "update_page", page: same, title }]);
  if (client.chance(0.3)) await answerTo(emulator, "POST", `${path}/${id}/update`);
  await answerTo(emulator, "POST", `${path}/${id}/merge`);
}

/** Statuses that every operation may return: for example without a token, without permission, or after too many requests. */
const general = [401, 403, 413, 415, 429];
const declared = new Map(operationsIn(operations).map(({ operation, errors }) => [operation, errors ?? {}]));

/** A failure of the emulator. An unknown operation is none. */
function isFailed({ request: { operation, status } }: Exchange): boolean {
  return status >= 500 && !(status === 501 && operation === null);
}

/** A refusal with a status that the row does not declare. */
function isUndeclared({ request: { operation, status } }: Exchange): boolean {
  if (operation === null || status < 400 || general.includes(status)) return false;
  return declared.get(operation)?.[status] === undefined;
}

async function ask(playing: Playing, focus: readonly Endpoint[]): Promise<void> {
  const { emulator, client, createdObjects } = playing;
  const all = operationsOf(emulator.apiVersion);
  const allowed = createdObjects === undefined ? all : all.filter((each) => !destroys(each));
  const endpoint = drawOperation(allowed, client, focus);
  if (createdObjects === undefined || !onlyMoves(endpoint)) {
    await send(playing, endpoint);
    return;
  }
  playing.broken.push(
    ...(await createdObjects.changesDuring(endpoint.operation, () => send(playing, endpoint))),
  );
}

function destroys({ method }: Endpoint): boolean {
  return method === "DELETE";
}

function drawOperation(all: readonly Endpoint[], client: RandomClient, focus: readonly Endpoint[]): Endpoint {
  const known = client.chance(0.97) ? all.filter((each) => client.knows(each)) : all;
  const wanted = known.filter((each) => focus.includes(each));
  const creating = known.filter(
    ({ method, operation }) => method === "POST" && /^(?:create|add|post)/.test(operation),
  );
  const from = client.chance(0.6) ? wanted : client.chance(0.7) ? creating : known;
  return client.pick(from.length > 0 ? from : known);
}

async function send(
  { emulator, client, broken, createdObjects }: Playing,
  endpoint: Endpoint,
): Promise<number> {
  const request = client.request(endpoint);
  const answer = await answerTo(emulator, endpoint.method, `/v1${request.path}`, request.body);
  client.learn(answer.body, request.place);
  if (answer.location === undefined) return answer.status;
  // The URL of a created object must work.
  const made = await answerTo(emulator, "GET", answer.location.replace(/^(?:\/v1)?/, "/v1"));
  if (made.status !== 200 && made.status !== 501)
    broken.push(`${endpoint.operation}: ${answer.location} answers ${made.status}`);
  createdObjects?.created(endpoint.operation, answer.location.replace(/^\/v1/, ""));
  return answer.status;
}

interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly location: string | undefined;
}

async function answerTo(emulator: Emulator, method: string, path: string, body?: string): Promise<Answer> {
  const headers = { authorization: `Bearer ${testToken}` };
  const answer = await emulator.handle({ method, path, headers, ...(body === undefined ? {} : { body }) });
  if (answer === "dropped") throw new Error("The connection broke");
  const { status, text, headers: given } = answer;
  const location = given["location"]?.replace(/^https?:\/\/[^/]+/, "");
  return { status, body: text === "" ? null : (JSON.parse(text) as Json), location };
}

/** Edits contents as people do in the app. */
function editContent(
  emulator: Emulator,
  client: RandomClient,
  owners: readonly EmulatorRecord[] = [
    ...emulator.service.list("space"),
    ...emulator.service.list("change_request"),
  ],
  given?: readonly JsonObject[],
): void {
  const { service } = emulator;
  if (owners.length === 0) return;
  const owner = client.pick(owners);
  const { space, revision } = owner;
  const params: Record<string, string> =
    typeof space === "string" ? { spaceId: space, changeRequestId: owner.id } : { spaceId: owner.id };
  const content = service.get("revision", textIn(revision))?.["content"] as RevisionContent | undefined;
  const changes = given ?? [changeOf(client, content?.pages ?? [])];
  try {
    const { body } = emulator.edit("editContent", params, { changes });
    const [outcome] = (body as { readonly outcomes: readonly JsonObject[] }).outcomes;
    client.learn(madeBy(outcome ?? {}), placeOf(owner));
  } catch (error) {
    if (!(error instanceof EmulatorRefusal)) throw error;
  }
}

function madeBy({ page = null, file = null }: JsonObject): Json {
  return [{ id: page, kind: "sheet" }, file];
}

function placeOf({ id, space }: EmulatorRecord): Readonly<Record<string, string>> {
  return typeof space === "string" ? { space, "change-request": id } : { space: id };
}

function changeOf(client: RandomClient, pages: RevisionContent["pages"]): JsonObject {
  if (pages.length === 0 || client.chance(0.6)) return insertion(client);
  return pageChange(client, client.pick(pages).id, client.pick(pages).id);
}

function insertion(client: RandomClient): JsonObject {
  const markdown = client.pick([
    "Text.",
    "[there](start.md) [nowhere](x.md)",
    "# A\n\nb ![](.gitbook/assets/a)",
  ]);
  return { operation: "insert_page", title: client.pick(["Start", "News"]), document: { markdown } };
}

function pageChange(client: RandomClient, page: string, other: string): JsonObject {
  return client.pick<JsonObject>([
    { operation: "delete_page", page },
    { operation: "update_page", page, title: client.pick(["One", "Two"]) },
    { operation: "update_page", page, into: other },
    { operation: "insert_files", files: [{ name: "a", base64: "YQ==" }] },
  ]);
}

function inconsistencies({ service }: Emulator): readonly string[] {
  const requests = service.list("change_request");
  const spaces = service.list("space");
  const counts = spaces.flatMap((space) => {
    const own = requests.filter((each) => each["space"] === space.id);
    const open = own.filter(({ status }) => status === "open").length;
    const comments = service
      .list("comment")
      .filter(
        (each) => each["space"] === space.id && each["changeRequest"] === null && each["status"] === "open",
      );
    const { changeRequests = 0, changeRequestsOpen = 0, comments: counted = 0 } = space;
    const isRight =
      changeRequests === own.length && changeRequestsOpen === open && counted === comments.length;
    return isRight ? [] : [`space ${space.id} counts wrong`];
  });
  const numbers = requests.map(({ space, number }) => `${space as string} ${number as number}`);
  const unreachable = requests.filter(
    ({ revision, revisionInitial }) =>
      revision !== revisionInitial && service.get("revision", revision as string) === undefined,
  );
  const unmerged = requests.filter(
    ({ id, status, revisionMerged }) =>
      status === "merged" && service.get("revision", textIn(revisionMerged))?.["mergedFrom"] !== id,
  );
  const lost = service
    .list("comment_reply")
    .filter(({ comment }) => service.get("comment", comment as string) === undefined);
  // Every translation run must have ended, by now.
  const unfinished = service
    .list("translation")
    .filter(({ status, result }) => status === "running" || (result !== null && status !== "completed"));
  const organizations = service.list("organization").map(({ id }) => service.in(id));
  return [
    ...counts,
    ...danglingReferences(organizations, registry, operations),
    ...unfinished.map(({ id }) => `translation ${id} is not done, and nothing goes on`),
    ...(new Set(numbers).size < numbers.length ? ["two change requests have one number"] : []),
    ...unreachable.map(({ id }) => `change request ${id} has lost its revision`),
    ...unmerged.map(({ id }) => `change request ${id} is merged, and no revision came of it`),
    ...lost.map(({ id }) => `reply ${id} has lost its comment`),
    ...service.list("revision").flatMap((each) => contentProblems(each["content"] as RevisionContent)),
  ];
}

function contentProblems(content: RevisionContent): readonly string[] {
  const ids = new Set(content.pages.map(({ id }) => id));
  const { address, file } = pagePaths(content);
  return [
    ...(ids.size < content.pages.length ? ["a page stands twice in a revision"] : []),
    ...content.pages.flatMap(({ id, parent }) =>
      parent !== null && !ids.has(parent) ? [`page ${id} is under nothing`] : [],
    ),
    ...(address.size < content.pages.length ? ["a page is nowhere"] : []),
    ...(new Set(address.values()).size < address.size ? ["two pages have one address"] : []),
    ...(new Set(file.values()).size < file.size ? ["two pages have one file"] : []),
  ];
}
