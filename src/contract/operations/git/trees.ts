import type { Git } from "./run-git.ts";

/** A file of a commit. */
export interface TreeEntry {
  readonly mode: string;
  readonly oid: string;
}

/** The files of a commit, by their paths. */
export type GitTree = ReadonlyMap<string, TreeEntry>;

/** Fetches the head commit of the other repository's branch. undefined: the branch does not exist. */
export async function fetchBranch(git: Git, ref: string): Promise<string | undefined> {
  if (!/^refs\/heads\/[^-]/.test(ref)) throw new Error("The ref must name a branch, such as refs/heads/main");
  await git.run(["check-ref-format", ref]);
  const listed = await git.line(["ls-remote", "--", git.url, ref]);
  if (listed === "") return undefined;
  await git.run(["fetch", "--quiet", "--no-tags", "--", git.url, `+${ref}:refs/heads/there`]);
  return git.line(["rev-parse", "refs/heads/there"]);
}

/** The files of a commit. Without a commit: none. */
export async function gitTreeOf(git: Git, commit: string | undefined): Promise<GitTree> {
  if (commit === undefined) return new Map();
  const listed = (await git.run(["ls-tree", "-r", "-z", "--full-tree", commit])).toString("utf8");
  const entries = listed.split("\0").filter(Boolean);
  return new Map(
    entries.map((entry) => {
      const [, mode = "", oid = "", path = ""] = /^(\d+) \w+ (\w+)\t([\s\S]*)$/.exec(entry) ?? [];
      return [path, { mode, oid }];
    }),
  );
}

/** Reads the content of files. */
export async function treeContents(git: Git, oids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const wanted = [...new Set(oids)];
  const bytes = await git.run(["cat-file", "--batch"], wanted.map((oid) => `${oid}\n`).join(""));
  const found = new Map<string, Buffer>();
  let at = 0;
  for (const oid of wanted) {
    const end = bytes.indexOf("\n", at);
    const size = Number(bytes.subarray(at, end).toString("utf8").split(" ")[2]);
    found.set(oid, bytes.subarray(end + 1, end + 1 + size));
    at = end + 1 + size + 1;
  }
  return found;
}

/** Stores a file and returns its object id. */
export function writeBlob(git: Git, bytes: Buffer): Promise<string> {
  return git.line(["hash-object", "-w", "--stdin"], bytes);
}

/** Creates a commit with these files. */
export async function commitTree(
  git: Git,
  tree: GitTree,
  { parent, message }: { readonly parent: string | undefined; readonly message: string },
): Promise<string> {
  const lines = [...tree].map(([path, { mode, oid }]) => `${mode} ${oid}\t${path}\0`);
  await git.run(["read-tree", "--empty"]);
  await git.run(["update-index", "-z", "--index-info"], lines.join(""));
  const written = await git.line(["write-tree"]);
  const parents = parent === undefined ? [] : ["-p", parent];
  return git.line(["commit-tree", written, ...parents, "-F", "-"], message);
}

/** Whether a branch contains a commit. */
export async function isInBranch(git: Git, commit: string, head: string): Promise<boolean> {
  return git.run(["merge-base", "--is-ancestor", commit, head]).then(
    () => true,
    () => false,
  );
}

function keyOf(entry: TreeEntry | undefined): string {
  return entry === undefined ? "" : `${entry.mode} ${entry.oid}`;
}

/** Whether two commits have the same file at a path, or both have none. */
export function isSameAt(path: string, a: GitTree, b: GitTree): boolean {
  return keyOf(a.get(path)) === keyOf(b.get(path));
}

/** Whether two commits have the same files. */
export function areSameTrees(a: GitTree, b: GitTree): boolean {
  return a.size === b.size && [...a.keys()].every((path) => isSameAt(path, a, b));
}
