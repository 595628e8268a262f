import { expect, test } from "vitest";
import {
  lineProblems,
  linesOfRooms,
  lineTable,
  nameProblems,
  type SourceFile,
} from "../tools/rooms/room-lines.ts";

const files: readonly SourceFile[] = [
  { path: "src/util/list.ts", text: "one\ntwo\n" },
  { path: "src/util/deep/graph.ts", text: "three\n" },
  { path: "src/util/list.test.ts", text: "a test\n" },
  { path: "src/util/generated/table.ts", text: "a generated line\n" },
  { path: "src/utility/other.ts", text: "another room\n" },
  { path: "src/index.ts", text: "an entry\n" },
];

function problems(budget: Readonly<Record<string, number>>): readonly string[] {
  return lineProblems(linesOfRooms(["util"], files, budget), budget);
}

test("a room may have as many lines as its line says", () => {
  expect(problems({ util: 3, "*.ts": 1 })).toEqual([]);
});

test.each([
  ["a room over its line", { util: 2, "*.ts": 1 }, "util has 3 lines, and may have 2."],
  ["the entries over their line", { util: 3, "*.ts": 0 }, "*.ts has 1 lines, and may have 0."],
  ["a room without a line", { "*.ts": 1 }, "util has no line in tools/room-lines.json."],
  ["a line without a room", { util: 3, old: 7, "*.ts": 1 }, "names old, which is no room."],
])("the check reports %s", (_case, budget, problem) => {
  expect(problems(budget)).toEqual([expect.stringContaining(problem)]);
});

test("a table shows the lines of each room, the most that it may have, and their sums", () => {
  const table = lineTable(linesOfRooms(["util"], files, { util: 10, "*.ts": 10 }));
  expect(table.split("\n").map((line) => line.split(/ +/u))).toEqual([
    ["room", "lines", "most"],
    ["util", "3", "10"],
    ["*.ts", "1", "10"],
    ["all", "4", "20"],
    [""],
  ]);
});

test("a room inside another one has its own lines", () => {
  const counted = linesOfRooms(["util", "util/deep"], files, {});
  expect(counted.map(({ room, lines }) => [room, lines])).toEqual([
    ["util", 2],
    ["util/deep", 1],
    ["*.ts", 1],
  ]);
});

test("no two handwritten files may have the same name", () => {
  expect(nameProblems(files)).toEqual([]);
  const [problem, ...others] = nameProblems([...files, { path: "src/model/graph.ts", text: "" }]);
  expect(problem).toContain("src/util/deep/graph.ts and src/model/graph.ts");
  expect(others).toEqual([]);
});
