import { requireRecord, textIn, withoutNulls } from "../../../model/emulator-responses.ts";
import type { EmulatedService, EmulatorRecord } from "../../../model/emulator-rules.ts";
import { isJsonObject, type JsonObject } from "../../../util/json.ts";
import type { Handlers, System } from "../system.ts";
import { clusterOnWire, clusterSource } from "./clusters.ts";
import { conversations } from "./conversations.operations.ts";
import { analyze } from "./issues.ts";

/**
 * Records:
 *   conversation        id, subject, parts, metadata, source, createdAt, processedAt
 *   conversation_issue  id, title, summary, conversation, cluster, createdAt, ingestedAt
 *   issues_cluster      id, label, status, createdAt, updatedAt
 */
const handlers: Handlers<typeof conversations> = {
  list: ({ query }, service) => {
    const found = service
      .list("conversation")
      .filter((record) => query["source"] === undefined || clusterSource(record) === query["source"]);
    return { status: 200, items: found.map((record) => conversationOnWire(service, record)) };
  },

  get: ({ params }, service) => {
    const record = requireRecord(service, "conversation", params["conversationId"]);
    return {
      status: 200,
      body: {
        conversation: conversationOnWire(service, record),
        parts: record["parts"] ?? [],
        metadata: record["metadata"] ?? {},
      },
    };
  },

  ingest: ({ body, bodyItems }, service) => {
    const given = bodyItems.length > 0 ? bodyItems.filter(isJsonObject) : [body];
    for (const conversation of given.filter(({ id }) => id !== undefined)) {
      const id = ingest(service, conversation);
      service.later("look into a conversation", { commit: () => analyze(service, id) });
    }
    return { status: 204 };
  },

  listIssues: ({ query }, service) => {
    const found = service
      .list("conversation_issue")
      .filter((issue) => query["cluster"] === undefined || issue["cluster"] === query["cluster"])
      .filter(
        (issue) => query["conversation"] === undefined || issue["conversation"] === query["conversation"],
      )
      .filter((issue) => service.get("conversation", textIn(issue["conversation"])) !== undefined);
    return { status: 200, items: found.map((issue) => issueWithConversation(service, issue)) };
  },

  getIssue: ({ params }, service) => {
    const issue = requireRecord(service, "conversation_issue", params["issueId"]);
    return { status: 200, body: issueWithConversation(service, issue) };
  },

  listClusters: ({ query }, service) => {
    const { order, sort = "updatedAt", orderBy = sort, status } = query;
    const found = service
      .list("issues_cluster")
      .filter((cluster) => status === undefined || (cluster["status"] ?? "analysing") === status)
      .map((cluster) => clusterOnWire(service, cluster))
      .sort((a, b) => compare(rankOf(a, orderBy), rankOf(b, orderBy)));
    return { status: 200, items: order === "asc" ? found : found.reverse() };
  },
};

/** Conversations from other systems, with the issues that they show. */
export const conversationsSystem: System = {
  operations: conversations,
  handlers,
  needs: { ingest: "create" },
};

/** Stores a conversation. One with a known id replaces the earlier version. */
function ingest(service: EmulatedService, given: JsonObject): string {
  const id = textIn(given["id"]);
  const { subject = null, parts = [], metadata = {} } = given;
  const fields = { subject, parts, metadata, processedAt: null };
  if (service.get("conversation", id) === undefined) {
    service.add("conversation", { id, ...fields, createdAt: service.now() });
  } else {
    service.change("conversation", id, fields);
  }
  return id;
}

function conversationOnWire(service: EmulatedService, record: EmulatorRecord): JsonObject {
  const metadata = isJsonObject(record["metadata"]) ? record["metadata"] : {};
  const { subject, createdAt, processedAt } = record;
  return {
    ...withoutNulls({ subject, processedAt }),
    object: "conversation",
    id: record.id,
    createdAt: metadata["createdAt"] ?? createdAt ?? "2026-01-01T00:00:00.000Z",
    source: clusterSource(record),
    urls: withoutNulls({
      location: locationOf(service, `conversations/${encodeURIComponent(record.id)}`),
      source: addressIn(metadata["url"]),
    }),
  };
}

/** The conversation's URL if it is valid, else null: the service accepts any text, but its responses contain only URLs. */
function addressIn(url: unknown): string | null {
  return typeof url === "string" && URL.canParse(url) ? new URL(url).href : null;
}

function issueWithConversation(service: EmulatedService, record: EmulatorRecord): JsonObject {
  const conversation = requireRecord(service, "conversation", record["conversation"]);
  const { title, summary, cluster, createdAt, ingestedAt } = record;
  const issue = {
    ...withoutNulls({ cluster }),
    object: "conversation-issue",
    id: record.id,
    title: title ?? "",
    summary: summary ?? "",
    createdAt: createdAt ?? "2026-01-01T00:00:00.000Z",
    ingestedAt: ingestedAt ?? createdAt ?? "2026-01-01T00:00:00.000Z",
    conversation: conversation.id,
    urls: { location: locationOf(service, `conversations-issues/${record.id}`) },
  };
  return { issue, conversation: conversationOnWire(service, conversation) };
}

function locationOf(service: EmulatedService, path: string): string {
  return `https://api.docs.example/v1/orgs/${service.organizationId}/${path}`;
}

/** The value by which clusters are sorted: an instant, or a number of their statistics. */
function rankOf(cluster: JsonObject, orderBy: string): string | number {
  const stats = cluster["stats"] as Readonly<Record<string, number>>;
  return orderBy === "updatedAt" ? textIn(cluster["updatedAt"]) : (stats[orderBy] ?? 0);
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
