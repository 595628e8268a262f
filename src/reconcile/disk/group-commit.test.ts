import { expect, it } from "vitest";
import { groupCommit } from "./group-commit.ts";

it("brings what comes together to the disk in one go, and tells when nothing is on its way", async () => {
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
