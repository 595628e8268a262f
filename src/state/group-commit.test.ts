import { expect, it } from "vitest";
import { groupCommit } from "./group-commit.ts";

it("writes lines that arrive together to the disk at once, and reports when none is pending", async () => {
  const disk: string[] = [];
  const commits = groupCommit(async (text) => {
    await Promise.resolve();
    disk.push(text);
  });
  await Promise.all(["a", "b", "c"].map((text) => commits.append(text)));
  expect(disk).toEqual(["abc"]);
  void commits.append("d");
  await commits.idle();
  expect(disk).toEqual(["abc", "d"]);
});
