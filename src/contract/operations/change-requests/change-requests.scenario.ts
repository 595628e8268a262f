import { present } from "../../../util/present.ts";
import type { Scenario } from "../scenario.ts";

const description = {
  object: "document",
  data: { schemaVersion: 8 },
  nodes: [
    {
      object: "block",
      type: "paragraph",
      nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Why", marks: [] }] }],
    },
  ],
};

const insert = (title: string) => ({ operation: "insert_page", title, document: { markdown: title } });

export const scenario: Scenario = async ({ ask, make, edit, user, apiVersion }) => {
  const space = await make("createSpace", { body: { title: "Guides" } });
  const params = { spaceId: space };
  const change = (title: string, changeRequestId?: string) =>
    edit("editContent", {
      params: { ...params, ...present({ changeRequestId }) },
      body: { changes: [insert(title)] },
    });
  change("Start");
  const id = await make("createChangeRequest", { params, body: { subject: "News" } });
  const request = { ...params, changeRequestId: id };
  change("News", id);
  change("Elsewhere");
  await ask("updateChangeRequestById", {
    params: request,
    body: { subject: "All the news", description, status: "open" },
  });
  await ask("getChangeRequestById", { params: { ...params, changeRequestId: "1" } });
  const { id: pageId } = ((await ask("listPagesInChangeRequest", { params: request }))["pages"] as never)[0];
  await ask("getChangeRequestPDF", { params: request });
  await ask("getChangeRequestPDF", { params: request, query: { page: pageId, only: "true" } });
  const people = { creator: user.id, contributor: user.id, requestedReviewer: user.id };
  const own =
    apiVersion === "current" ? { topic: "t1", orderBy: "createdAt" } : { conversationsIssuesCluster: "c1" };
  await ask("listChangeRequestsForSpace", { params, query: { status: "open", limit: "1" } });
  await ask("listChangeRequestsForSpace", { params, query: { ...people, ...own } });
  await ask("listChangeRequestsForOrganization", { query: { creator: user.id } });
  if (apiVersion === "current")
    await ask("listChangeRequestsForOrganization", { query: { status: ["draft", "open"], space } });
  await ask("updateChangeRequest", { params: request });
  await ask("mergeChangeRequest", { params: request });
  await ask("getChangeRequestById", { params: request });
  await ask("getCurrentRevision", { params });
  await ask("getSpaceById", { params });
  await ask("mergeChangeRequest", { params: request, status: 400 });

  const second = await make("createChangeRequest", { params, body: {} });
  const update = { operation: "update_page", page: pageId };
  const inSecond = { ...params, changeRequestId: second };
  edit("editContent", { params: inSecond, body: { changes: [{ ...update, title: "Begin" }] } });
  edit("editContent", { params, body: { changes: [{ ...update, title: "Beginning" }] } });
  await ask("updateChangeRequest", { params: inSecond });
  await ask("mergeChangeRequest", { params: inSecond });
};
