import { expect, test } from "vitest";
import { drawAgain } from "./draw-again.ts";

test("a broken law prints the command that draws its world again", () => {
  const broken = {
    file: `${process.cwd()}/test/laws/worlds/other-users.test.ts`,
    test: "others' objects with our names, `was:` and $(more)",
    seed: -5,
    path: "12:0:1",
  };
  expect(drawAgain(broken)).toBe(
    [
      "Broken: others' objects with our names, `was:` and $(more) (seed -5). This world again:",
      '  DOCSFORM_LAW_SEED=-5 DOCSFORM_LAW_PATH=12:0:1 npx vitest run test/laws/worlds/other-users.test.ts -t "others. objects with our names, .was:. and ..more."',
    ].join("\n"),
  );
});
