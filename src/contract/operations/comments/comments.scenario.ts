import { bodyOf } from "../../../model/emulator-responses.ts";
import type { Scenario, ScenarioContext } from "../scenario.ts";

const text = (markdown: string) => ({ markdown });

const tree = {
  document: {
    object: "document",
    data: {},
    nodes: [
      {
        object: "block",
        type: "paragraph",
        nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Why?", marks: [] }] }],
      },
    ],
  },
};

export const scenario: Scenario = async (context) => {
  const { make, edit } = context;
  const space = await make("createSpace", { body: { title: "Guides" } });
  const params = { spaceId: space };
  const insert = { operation: "insert_page", title: "Start", document: text("Begin.") };
  const { outcomes } = bodyOf(edit("editContent", { params, body: { changes: [insert] } }));
  const { page } = (outcomes as never)[0];
  const changeRequestId = await make("createChangeRequest", { params, body: { subject: "News" } });
  await talk(context, "InSpace", params, page);
  await talk(context, "InChangeRequest", { ...params, changeRequestId }, page);
  await context.ask("getSpaceById", { params });
  await context.ask("getChangeRequestById", { params: { ...params, changeRequestId } });
};

async function talk(
  { ask, make, user }: ScenarioContext,
  where: "InSpace" | "InChangeRequest",
  params: Readonly<Record<string, string>>,
  page: string,
): Promise<void> {
  const tableCell = { record: "r1", definition: "d1" };
  const first = await make(`postComment${where}`, {
    params,
    body: { body: text("Really?"), page, node: "n1", tableCell },
  });
  await make(`postComment${where}`, { params, body: { body: tree } });
  const comment = { ...params, commentId: first };
  await ask(`updateComment${where}`, {
    params: comment,
    body: { body: text("Really!"), addedReactions: ["1f44d", "1f389"], removedReactions: ["1f389"] },
  });
  await ask(`updateComment${where}`, { params: comment, body: { resolved: true } });
  await ask(`getComment${where}`, { params: comment, query: { format: "document" } });
  await ask(`updateComment${where}`, {
    params: comment,
    body: { resolved: false, removedReactions: ["1f44d"] },
  });
  const reply = await make(`postCommentReply${where}`, { params: comment, body: { body: text("Yes.") } });
  const one = { ...comment, commentReplyId: reply };
  await ask(`updateCommentReply${where}`, { params: one, body: { addedReactions: ["1f44d"] } });
  await ask(`updateCommentReply${where}`, { params: one, body: { body: text("No.") } });
  await ask(`getCommentReply${where}`, { params: one, query: { format: "document" } });
  await ask(`listCommentReplies${where}`, { params: comment, query: { format: "markdown", limit: "1" } });
  await ask(`listCommenters${where}`, { params });
  await ask(`listComments${where}`, {
    params,
    query: {
      order: "asc",
      status: "open",
      format: "markdown",
      targetPage: page,
      authors: [user.id, "u_other"],
    },
  });
  await ask(`getComment${where}`, { params: comment });
  await ask(`deleteCommentReply${where}`, { params: one, status: 205 });
  await ask(`deleteCommentReply${where}`, { params: one, status: 204 });
  await ask(`deleteComment${where}`, { params: comment, status: 205 });
  await ask(`deleteComment${where}`, { params: comment, status: 204 });
}
