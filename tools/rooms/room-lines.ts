import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** The public entries, which are in no room. */
export const topOfSrc = "*.ts";

/** The file with the most lines that each room may have. */
export const budgetFile = "tools/room-lines.json";

/** The most lines of each room. */
export type Budget = Readonly<Record<string, number>>;

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface RoomLines {
  readonly room: string;
  readonly lines: number;
  /** Absent: the budget does not name the room. */
  readonly most: number | undefined;
}

/** The files of `src` that git knows. */
export function sourceFiles(): readonly SourceFile[] {
  return execFileSync("git", ["ls-files", "--deduplicate", "--", "src/*.ts"], { encoding: "utf8" })
    .split("\n")
    .filter((path) => path !== "" && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

export function readBudget(): Budget {
  return JSON.parse(readFileSync(budgetFile, "utf8")) as Budget;
}

/** Counts the handwritten lines of each room. Tests and generated files do not count. */
export function linesOfRooms(
  rooms: readonly string[],
  files: readonly SourceFile[],
  budget: Budget,
): readonly RoomLines[] {
  return [...rooms, topOfSrc].map((room) => ({
    room,
    lines: handwrittenOf(room, rooms, files).reduce((sum, { text }) => sum + text.split("\n").length - 1, 0),
    most: budget[room],
  }));
}

/** The handwritten files of a room, without tests and without those of rooms that stand inside its folder. */
export function handwrittenOf(
  room: string,
  rooms: readonly string[],
  files: readonly SourceFile[],
): readonly SourceFile[] {
  return files.filter((file) => isHandwritten(file) && roomOf(rooms, file.path) === room);
}

function isHandwritten({ path }: SourceFile): boolean {
  return !/[.]test[.]ts$|\/generated\//u.test(path);
}

function roomOf(rooms: readonly string[], path: string): string | undefined {
  if (/^src\/[^/]+$/u.test(path)) return topOfSrc;
  const around = rooms.filter((room) => path.startsWith(`src/${room}/`));
  return around.toSorted((one, other) => other.length - one.length)[0];
}

/** What is wrong with the lines of the rooms, a sentence for each problem. */
export function lineProblems(counted: readonly RoomLines[], budget: Budget): readonly string[] {
  const known = new Set(counted.map(({ room }) => room));
  return [
    ...counted.flatMap(({ room, lines, most }) => {
      if (most === undefined) return [`${room} has no line in ${budgetFile}.`];
      if (lines <= most) return [];
      return [
        `${room} has ${lines} lines, and may have ${most}. Remove lines, or raise its line in ${budgetFile} with a decision (CONTRIBUTING.md).`,
      ];
    }),
    ...Object.keys(budget)
      .filter((room) => !known.has(room))
      .map((room) => `${budgetFile} names ${room}, which is no room.`),
  ];
}

/** The files of the same name, a sentence for each name: an editor finds a file by its name. */
export function nameProblems(files: readonly SourceFile[]): readonly string[] {
  const paths = new Map<string, string[]>();
  for (const { path } of files.filter(isHandwritten)) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    paths.set(name, [...(paths.get(name) ?? []), path]);
  }
  return [...paths.values()]
    .filter((same) => same.length > 1)
    .map((same) => `${same.join(" and ")} have the same name. Say in the name what differs.`);
}

/** The lines of each room beside the most that it may have, and their sum. */
export function lineTable(counted: readonly RoomLines[]): string {
  const total = { room: "all", lines: sumOf(counted, "lines"), most: sumOf(counted, "most") };
  const wide = Math.max(...counted.map(({ room }) => room.length));
  return [{ room: "room", lines: "lines", most: "most" }, ...counted, total]
    .map(({ room, lines, most = "" }) => `${room.padEnd(wide)} ${padded(lines)} ${padded(most)}\n`)
    .join("");
}

function sumOf(counted: readonly RoomLines[], column: "lines" | "most"): number {
  return counted.reduce((sum, each) => sum + (each[column] ?? 0), 0);
}

function padded(cell: string | number): string {
  return String(cell).padStart(8);
}
