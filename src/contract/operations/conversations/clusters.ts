import { textIn } from "../../../model/emulator-responses.ts";
import type { EmulatedService, EmulatorRecord } from "../../../model/emulator-rules.ts";
import type { JsonObject } from "../../../util/json.ts";

const week = 7 * 24 * 60 * 60 * 1000;
const weeks = 13;

/** A cluster as on the wire, with the numbers that follow from its issues. */
export function clusterOnWire(service: EmulatedService, record: EmulatorRecord): JsonObject {
  const issues = service.list("conversation_issue").filter((issue) => issue["cluster"] === record.id);
  const conversations = new Set(issues.map((issue) => textIn(issue["conversation"])));
  const createdAt = record["createdAt"] ?? "2026-01-01T00:00:00.000Z";
  const { organizationId } = service;
  return {
    object: "issues-cluster",
    id: record.id,
    label: record["label"] ?? "",
    createdAt,
    updatedAt: record["updatedAt"] ?? createdAt,
    icon: record["icon"] ?? "circle-question",
    summary: record["summary"] ?? `What was said about ${textIn(record["label"])}`,
    weeklyPulse: weeklyPulse(issues, Date.parse(service.now())),
    sources: sourcesOf(service, conversations),
    stats: {
      issues: issues.length,
      conversations: conversations.size,
      tasksTotal: 0,
      tasksBacklog: 0,
      tasksStarted: 0,
      tasksCompleted: 0,
      tasksCancelled: 0,
    },
    urls: {
      location: `https://api.docs.example/v1/orgs/${organizationId}/conversations-clusters/${record.id}`,
      app: `https://app.docs.example/o/${organizationId}/conversations/${record.id}`,
    },
  };
}

/** Number of issues in each of the last 13 weeks, the current one last. */
function weeklyPulse(issues: readonly EmulatorRecord[], now: number): readonly number[] {
  const ages = issues.map((issue) => Math.floor((now - Date.parse(textIn(issue["createdAt"]))) / week));
  return Array.from({ length: weeks }, (_, at) => ages.filter((age) => age === weeks - 1 - at).length);
}

function sourcesOf(service: EmulatedService, conversations: ReadonlySet<string>): Record<string, number> {
  const sources: Record<string, number> = {};
  for (const id of conversations) {
    const source = clusterSource(service.get("conversation", id));
    sources[source] = (sources[source] ?? 0) + 1;
  }
  return sources;
}

/** The source of a conversation. */
export function clusterSource(conversation: EmulatorRecord | undefined): string {
  return textIn(conversation?.["source"]) || "integration:emulated:conversations";
}
