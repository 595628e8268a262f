import { posix } from "node:path";
import type { SourceFile } from "./content-files.ts";
import { repositoryAddress } from "./repository-address.ts";
import { type CommitTime, type Git, withGit } from "./run-git.ts";
import {
  areSameTrees,
  commitTree,
  fetchBranch,
  type GitTree,
  gitTreeOf,
  isInBranch,
  isSameAt,
  type TreeEntry,
  treeContents,
  writeBlob,
} from "./trees.ts";

/** A folder in a branch of a repository. */
export interface Location {
  /** The URL of the request. It may contain a user name and a password. */
  readonly url: string;
  readonly ref: string;
  /** Absent: the whole repository. */
  readonly folder: string | undefined;
}

/** A commit, with the facts that revisions record. */
export interface Commit {
  readonly oid: string;
  readonly message: string;
  /** Whether an export created it. */
  readonly isOwn: boolean;
}

/** The commit and the files of an import. */
export interface Checkout {
  readonly commit: Commit;
  /** Files by their path in the folder. */
  readonly files: ReadonlyMap<string, SourceFile>;
}

/** Reads the files of a folder at the head of the branch. */
export function readFolder({ url, ref, folder }: Location, time: CommitTime): Promise<Checkout> {
  const prefix = prefixOf(folder);
  return withGit(repositoryAddress(url), time, async (git) => {
    const head = await fetchBranch(git, ref);
    if (head === undefined) throw new Error(`The repository has no branch ${ref}`);
    const inside = [...(await gitTreeOf(git, head))].filter(
      ([path, { mode }]) => path.startsWith(prefix) && mode.startsWith("100"),
    );
    const bytes = await treeContents(
      git,
      inside.map(([, { oid }]) => oid),
    );
    const files = inside.map(([path, { oid }]): [string, SourceFile] => [
      path.slice(prefix.length),
      { oid, bytes: bytes.get(oid) ?? Buffer.alloc(0) },
    ]);
    return { commit: await commitOf(git, head), files: new Map(files) };
  });
}

async function commitOf(git: Git, oid: string): Promise<Commit> {
  const logOutput = await git.line(["log", "-1", "--format=%ae%n%B", oid]);
  const [email, ...message] = logOutput.split("\n");
  return { oid, message: message.join("\n").trim(), isOwn: email === "emulator@docs.example" };
}

/** The changes of an export. */
export interface FileChange {
  /** All files that the folder will have, by their path in it. */
  readonly after: ReadonlyMap<string, Buffer>;
  /** The files that it had at the last import or export. */
  readonly before: ReadonlyMap<string, Buffer>;
  /** The commit of the last import or export. Absent: there was none. */
  readonly since: string | undefined;
  readonly message: string;
  /** Overwrite changes of others too. */
  readonly force: boolean;
}

const maxAttempts = 5;

/**
 * Commits the change to the branch, and returns the commit that contains it. Other files remain unchanged. It refuses to overwrite
 * changes of others, which must be imported first, unless it is forced. After a push by others, it tries again.
 */
export function writeFolder(
  { url, ref, folder }: Location,
  change: FileChange,
  time: CommitTime,
): Promise<Commit> {
  return withGit(repositoryAddress(url), time, async (git) => {
    for (let attempt = 1; ; attempt += 1) {
      const head = await fetchBranch(git, ref);
      const headTree = await gitTreeOf(git, head);
      const tree = await treeAfter(git, { prefix: prefixOf(folder), head, headTree }, change);
      if (head !== undefined && areSameTrees(tree, headTree)) return commitOf(git, head);
      const commit = await commitTree(git, tree, { parent: head, message: change.message });
      // The push succeeds only if the branch has not moved. Otherwise the loop builds the commit again on the new head.
      const lease = `--force-with-lease=${ref}:${head ?? ""}`;
      const failure = await git.run(["push", "--quiet", lease, "--", git.url, `${commit}:${ref}`]).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure === undefined) return commitOf(git, commit);
      if (attempt >= maxAttempts || (await fetchBranch(git, ref)) === head) throw failure;
    }
  });
}

interface GitBranch {
  readonly prefix: string;
  readonly head: string | undefined;
  readonly headTree: GitTree;
}

async function treeAfter(
  git: Git,
  { prefix, head, headTree }: GitBranch,
  change: FileChange,
): Promise<GitTree> {
  const { after, before, since, force } = change;
  const base = since === undefined ? undefined : await baseTree(git, since, head, force);
  const tree = new Map<string, TreeEntry>(headTree);
  const foreign: string[] = [];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const path = prefix + name;
    const isForeign = before.has(name) ? isWrittenSince(path, base, headTree) : headTree.has(path);
    const isOurs = !isEqual(before.get(name), after.get(name));
    if (isOurs || (isForeign && force)) await put(git, tree, path, after.get(name));
    if (isForeign && !(isOurs && isSameAt(path, tree, headTree))) foreign.push(path);
  }
  if (foreign.length === 0 || force) return tree;
  throw new Error(
    `The export would overwrite the changes that other commits made to ${foreign.join(", ")}. Import the branch first, or export with force`,
  );
}

function isWrittenSince(path: string, base: GitTree | undefined, headTree: GitTree): boolean {
  return base !== undefined && !isSameAt(path, base, headTree);
}

function isEqual(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b);
}

/** Writes a file, or deletes it if there are no bytes. */
async function put(
  git: Git,
  tree: Map<string, TreeEntry>,
  path: string,
  bytes: Buffer | undefined,
): Promise<void> {
  if (bytes === undefined) tree.delete(path);
  else tree.set(path, { mode: tree.get(path)?.mode ?? "100644", oid: await writeBlob(git, bytes) });
}

/** The files at the last import or export. Throws if the branch no longer contains that commit, unless the export is forced. */
async function baseTree(
  git: Git,
  since: string,
  head: string | undefined,
  force: boolean,
): Promise<GitTree | undefined> {
  if (head !== undefined && (await isInBranch(git, since, head))) return gitTreeOf(git, since);
  if (force) return undefined;
  throw new Error(
    "The branch no longer contains the commit of the last import or export. Import the branch again, or export with force",
  );
}

function prefixOf(folder: string | undefined): string {
  const path = posix.normalize(folder ?? ".").replace(/^\/+|\/+$/g, "");
  if (path === "." || path === "") return "";
  if (path.split("/").includes("..")) throw new Error("The project directory must be inside the repository");
  return `${path}/`;
}
