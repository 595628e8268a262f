import { renderComment } from "../../report/markdown/comment.ts";
import type { StartFile } from "./start-file.ts";

/** The plan for a comment on a pull request. */
export const reviewComment: StartFile = (_, { commentLimit: limit = 0 }, write) => ({
  plan: ({ layout, view }) => write(renderComment(view, { layout: layout.files[0]?.path ?? "", limit })),
});
