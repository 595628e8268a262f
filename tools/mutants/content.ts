import { type Mutant, seenBy } from "./mutant.ts";

const tests = "test/operations";

/** What holds of content, of what is proposed for it and said about it, and of repositories. */
export const contentMutants: readonly Mutant[] = [
  ...seenBy(
    [`${tests}/spaces.test.ts`],
    [
      [
        "an organization's tables are not those of another",
        'types: () => store.types().filter((name) => !name.includes("/"))',
        "types: () => store.types()",
      ],
      [
        "a copy has no history of its original",
        "{ ...copied, ...withoutHistory, id, space,",
        "{ ...copied, id, space,",
      ],
    ],
  ),
  ...seenBy(
    ["test/planning/destroy.test.ts"],
    [
      [
        "a destroy is confirmed with the layout's organization",
        "if (limits.organizationId !== organizationId)",
        "if (limits.organizationId === undefined)",
      ],
    ],
  ),
  ...seenBy(
    [
      "src/operations/revisions/merge.test.ts",
      `${tests}/change-requests.test.ts`,
      `${tests}/merge-law.test.ts`,
    ],
    [
      [
        "what both sides changed is a conflict",
        'return jsonEquals(here, before) ? { taken: theirs } : "conflict";',
        "return { taken: theirs };",
      ],
      [
        "what both changed in the same way is none",
        "jsonEquals(here, there) || jsonEquals(there, before)",
        "jsonEquals(there, before)",
      ],
      [
        "no page loses the one that it is under",
        "[...conflicts, ...misplaced(sides.base, content, conflicts)]",
        "[...conflicts]",
      ],
      ["no page is under itself after a merge", "(isMoved(page) && isInLoop(content, page))", "false"],
      [
        "a page that stayed where it was is in no conflict",
        "(isMoved(page) && isInLoop(content, page))",
        "isInLoop(content, page)",
      ],
      [
        "an order that both changed is a conflict",
        'if (order === undefined) conflicts.push({ part: "order", id: parent ?? "" });',
        "",
      ],
      ["what was added stands where it stood", "before === undefined ? 0 : all.indexOf(before) + 1", "0"],
      [
        "a merged change request is not outdated",
        'changeRequest["status"] !== "merged" && ancestorOf',
        "ancestorOf",
      ],
      [
        "what is merged or archived is not merged",
        'if (status === "draft" || status === "open") return place;',
        "return place;",
      ],
      [
        "an update is remembered",
        "      revisionMergedAncestor: main,\n",
        "",
        "src/operations/change-requests/",
      ],
    ],
  ),
  ...seenBy(
    [`${tests}/content.test.ts`],
    [
      ["no page is moved under itself", "if (isInLoop(content, page)) throw", "if (content === null) throw"],
      [
        "a heading that is not there is a broken link",
        "const exists = headings.some(",
        "const exists = !headings.some(",
      ],
      ["code holds no links", '.replace(/(`+)[\\s\\S]*?\\1/g, "")', ""],
      ["a report counts all links", "stats: { total: all.length,", "stats: { total: asked.length,"],
      ["addresses are unique", "const name = freeName(page.slug, taken);", "const name = page.slug;"],
      [
        "a search wants every word",
        "words.every((word) => all.includes(word))",
        "words.some((word) => all.includes(word))",
      ],
    ],
  ),
  ...seenBy(
    [`${tests}/comments.test.ts`],
    [
      ["nobody reacts twice with the same emoji", "!own.has(emoji) && ", ""],
      ["a space's comments are not those of its change requests", ' && each["changeRequest"] === of', ""],
      [
        "replies go with their comment",
        'for (const reply of repliesTo(service, comment)) service.remove("comment_reply", reply.id);',
        "",
      ],
    ],
  ),
  ...seenBy(
    ["src/operations/git/content-files.test.ts", `${tests}/git.test.ts`],
    [
      [
        "a job of before the last one is passed over",
        "Date.parse(other) > Date.parse(timestamp)",
        "other === null",
      ],
      [
        "an export does not write over what others wrote",
        "if (foreign.length === 0 || force) return tree;",
        "if (foreign !== null) return tree;",
      ],
      ["who pushes in between is waited for", "attempt >= attempts", "attempt >= 1"],
      [
        "files that nobody changed stay as they are",
        "const isOurs = !isEqual(",
        "const isOurs = !Object.is(",
      ],
      [
        "jobs of a space take turns",
        "line !== undefined && isRunning(service, line)",
        "line !== undefined && line === null",
      ],
      [
        "an import keeps what the space has changed",
        ": mergeContents({ base: last.content,",
        ": { content: theirs } ?? mergeContents({ base: last.content,",
      ],
      ["what is imported apart stays apart", "if (isStandalone) return undefined;", ""],
      ["no other machine is gone to", "if (url === undefined || !isNear(url))", "if (url === undefined)"],
      ["a folder is inside of its repository", 'path.split("/").includes("..")', "path === null"],
      ["what nobody understands is kept", "else others[field] = value;", ""],
      ["titles are written so that they can be read", '.replace(/[\\\\[\\]]/g, "\\\\$&")', ""],
      [
        "passwords of addresses are in no log",
        'return text.includes("@") ? valueWithoutCredentials(body) : body;',
        "return body;",
      ],
    ],
  ),
];
