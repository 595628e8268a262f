import { textIn } from "../../../model/emulator-responses.ts";
import { isJsonObject } from "../../../util/json.ts";
import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = async ({ ask, apiVersion }) => {
  await ask("getOrganizationById");
  if (apiVersion === "current") return;
  const parts = [{ type: "message", role: "user", body: "How do I sign in?" }];
  const attributes = { topic: "sign-in" };
  const metadata = { url: "https://help.acme.example/1", attributes, createdAt: "2026-01-01T00:00:00Z" };
  await ask("ingestConversation", { body: { id: "c1", subject: "Signing in", parts, metadata } });
  await ask("ingestConversation", {
    body: [
      { id: "c2", parts, metadata: { attributes } },
      { id: "c3", parts },
    ],
  });
  await ask("listConversations");
  await ask("getConversationById", { params: { conversationId: "c1" } });
  await ask("getConversationById", { params: { conversationId: "c9" }, status: 404 });
  const { items } = await ask("listConversationsIssues", { query: { conversation: "c1" } });
  const [first] = Array.isArray(items) ? items : [];
  const issue = isJsonObject(first) && isJsonObject(first["issue"]) ? first["issue"] : {};
  await ask("listConversationsIssues", { query: { cluster: textIn(issue["cluster"]) } });
  await ask("getConversationIssueById", { params: { issueId: textIn(issue["id"]) } });
  await ask("getConversationIssueById", { params: { issueId: "nowhere" }, status: 404 });
  const order = { [apiVersion === "classic-minimal" ? "sort" : "orderBy"]: "issues", order: "asc" };
  await ask("listConversationsIssuesClusters", { query: order });
};
