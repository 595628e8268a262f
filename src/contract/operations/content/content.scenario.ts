import { bodyOf } from "../../../model/emulator-responses.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { Scenario } from "../scenario.ts";

const logo = { name: "logo.png", contentType: "image/png", base64: "iVBORw0KGgo=" };

const start = `Welcome to **Acme**.

## Install

\`\`\`sh
npm install acme
\`\`\`

1. Read [the guide](guide.md#first-steps), or [its beginning](guide.md).
2. Look at ![the logo](.gitbook/assets/logo.png).

- [Nowhere](missing.md), [the app](https://app.docs.example/o/acme), [the web](https://acme.example)
`;

export const scenario: Scenario = async ({ ask, make, edit, apiVersion }) => {
  const space = await make("createSpace", { body: { title: "Guides" } });
  const params = { spaceId: space };
  const page = (title: string, markdown: string, more: JsonObject = {}) => ({
    operation: "insert_page",
    title,
    document: { markdown },
    ...more,
  });
  const edited = bodyOf(
    edit("editContent", {
      params,
      body: {
        changes: [
          { operation: "insert_files", files: [logo] },
          page("Start", start, { description: "Where to begin", icon: "book", ref: "start" }),
          page("Guide", "# First steps\n\nGo on to [the start](start.md).", { ref: "guide" }),
          page("Further", "More.", { into: "guide", hidden: true, noIndex: true, noRobotsIndex: true }),
          page("Reference", "", { type: "group" }),
          page("Website", "", {
            type: "link",
            emoji: "1f310",
            target: { kind: "url", url: "https://acme.example" },
          }),
          { operation: "insert_reusable_content", title: "Note", document: { markdown: "Mind the gap." } },
          { operation: "set_variables", variables: { product: "Acme", version: 2, beta: true } },
        ],
      },
    }),
  );
  const outcomes = edited["outcomes"] as readonly {
    readonly page?: string;
    readonly file?: { id: string };
  }[];
  const [file, first, second] = outcomes;
  const ofStart = { ...params, pageId: first?.page ?? "" };
  const ofGuide = { ...params, pageId: second?.page ?? "" };
  const ofFile = { ...params, fileId: file?.file?.id ?? "" };
  const flags = { metadata: "false", computed: "false" };

  await ask("getCurrentRevision", { params, query: flags });
  await ask("listPages", { params, query: flags });
  await ask("listFiles", { params, query: { limit: "1" } });
  await ask("getFileById", { params: ofFile, query: flags });
  await ask("getPageById", {
    params: ofStart,
    query: { format: "document", evaluated: "deterministic-only" },
  });
  await ask("getPageById", { params: ofStart, query: { format: "markdown", evaluated: "true" } });
  await ask("searchSpaceContent", { params, query: { query: "acme install" } });
  await ask("searchOrganizationContent", { query: { query: "first" } });
  const other = await make("createSpace", { body: { title: "Copy" } });
  const contentRefs = { "guide.md": { kind: "url", url: "https://acme.example/guide" } };
  await ask("applyTemplateToSpace", {
    params: { spaceId: other },
    body: { id: space, params: { contentRefs } },
  });

  const request = await make("createChangeRequest", { params, body: { subject: "Guide" } });
  const inRequest = { ...params, changeRequestId: request };
  const change = { operation: "update_page", page: ofGuide.pageId, title: "The guide" };
  edit("editContent", { params: inRequest, body: { changes: [change] } });
  await ask("getRevisionOfChangeRequestById", { params: inRequest });
  await ask("listPagesInChangeRequest", { params: inRequest });
  await ask("getPageInChangeRequestById", { params: { ...inRequest, pageId: ofGuide.pageId } });
  await ask("listFilesInChangeRequestById", { params: inRequest });
  await ask("getFileInChangeRequestById", { params: { ...inRequest, fileId: ofFile.fileId } });

  const addToRequest = () =>
    ask("applyTemplateToSpace", { params, body: { id: other, changeRequestId: request } });
  if (apiVersion !== "current") {
    await ask("listSpaceLinks", { params });
    await ask("listSpaceLinks", { params, query: { status: "broken", limit: "1" } });
    await ask("listPageLinksInSpace", { params: ofStart, query: { status: "in-app" } });
    await ask("listSpacePageBacklinks", { params: ofGuide });
    await ask("listSpaceFileBacklinks", { params: ofFile });
    await ask("listPageLinksInChangeRequest", { params: { ...inRequest, pageId: ofStart.pageId } });
    await ask("listChangeRequestPageBacklinks", { params: { ...inRequest, pageId: ofGuide.pageId } });
    await ask("listChangeRequestFileBacklinks", { params: { ...inRequest, fileId: ofFile.fileId } });
    if (apiVersion === "classic-minimal") await addToRequest();
    return;
  }
  const changes = [
    page("News", "Nothing yet.", {
      into: ofGuide.pageId,
      at: 0,
      ref: "news",
      condition: "visitor.claims.beta",
    }),
    { ...change, document: { markdown: "# First steps" }, into: null, at: 0 },
    { operation: "revert_page", page: ofGuide.pageId },
    { operation: "delete_page", page: ofStart.pageId },
    { operation: "insert_files", files: [{ ...logo, ref: "logo" }] },
    { operation: "insert_files", files: [{ name: "far.png", url: "https://acme.example/far.png" }] },
  ];
  await ask("updateChangeRequestContent", { params: inRequest, body: { changes: changes.slice(0, 1) } });
  await ask("updateChangeRequestContent", {
    params: inRequest,
    query: { compat: "false" },
    body: { changes },
  });
  await addToRequest();
};
