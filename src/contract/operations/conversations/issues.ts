import { textIn } from "../../../model/emulator-responses.ts";
import type { EmulatedService, EmulatorRecord } from "../../../model/emulator-rules.ts";
import { isJsonObject, type JsonObject } from "../../../util/json.ts";

/**
 * Finds the issue of a conversation. The emulator does not understand text: each conversation has one issue, with the words of its
 * first message. Issues whose conversations have the same attribute `topic` are in one cluster.
 */
export function analyze(service: EmulatedService, conversationId: string): void {
  const conversation = service.get("conversation", conversationId);
  if (conversation === undefined) return;
  const now = service.now();
  const summary = firstMessage(conversation);
  const title = textIn(conversation["subject"]) || summary.slice(0, 80) || "Conversation";
  const fields = { title, summary, cluster: clusterFor(service, conversation), ingestedAt: now };
  const known = service.list("conversation_issue").find((issue) => issue["conversation"] === conversationId);
  if (known !== undefined) service.change("conversation_issue", known.id, fields);
  else {
    const id = service.newId("");
    service.add("conversation_issue", { id, conversation: conversationId, createdAt: now, ...fields });
  }
  service.change("conversation", conversationId, { processedAt: now });
}

/** The cluster of the conversation's topic, created if it does not exist. null: the conversation has no topic. */
function clusterFor(service: EmulatedService, conversation: EmulatorRecord): string | null {
  const topic = topicOf(conversation);
  if (topic === "") return null;
  const now = service.now();
  const known = service.list("issues_cluster").find((cluster) => cluster["label"] === topic);
  if (known !== undefined) return service.change("issues_cluster", known.id, { updatedAt: now }).id;
  return service.add("issues_cluster", {
    id: service.newId(""),
    label: topic,
    createdAt: now,
    updatedAt: now,
  }).id;
}

function topicOf({ metadata }: EmulatorRecord): string {
  const attributes = isJsonObject(metadata) ? metadata["attributes"] : undefined;
  return isJsonObject(attributes) ? textIn(attributes["topic"]) : "";
}

function firstMessage({ parts }: EmulatorRecord): string {
  const messages = Array.isArray(parts) ? (parts as readonly JsonObject[]) : [];
  return textIn((messages.find((part) => part["role"] === "user") ?? messages[0])?.["body"]);
}
