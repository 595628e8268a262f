import { dirname } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Block, blocksOf, guideText, notPrinted, runGuide } from "../guides/run-guide.ts";
import { type Box, startBox } from "./support/box.ts";
import { drawnFlavors, type Flavor } from "./support/flavor.ts";

// The commands of the guide write an app, install its packages, test it, synthesize it and plan it. The registry resolves everything that the app
// names, except docsform, which is packed here, and the command line, whose version test/cli/init-app.test.ts compares with that of these tests.

let box: Box;
beforeAll(async () => {
  box = await startBox();
});
afterAll(() => box?.close());

/** The commands of the guide, for this library. */
function commandsFor({ name }: Flavor): readonly Block[] {
  const page = guideText("docs/guides/constructs.md");
  const text = page.replaceAll(/(?<=--from |npx )cdktf\b/gu, name);
  return blocksOf(text).filter(
    (block) => block.kind === "shell" && block.commands.some((each) => each.text.includes("docsform init")),
  );
}

test.each(drawnFlavors())(
  "an app that init writes for $name is tested, synthesized and planned",
  async (flavor) => {
    const blocks = commandsFor(flavor);
    expect(blocks).toHaveLength(1);
    const checks: Block = { kind: "shell", commands: [{ text: "npm run build\n", shown: [] }] };
    const given = Object.entries(box.environment).map(([name, value]) => [`READER_${name}`, value]);
    const ran = await runGuide([...blocks, checks], {
      tarball: inject("tarball"),
      environment: Object.fromEntries(given),
      path: [dirname(flavor.node)],
      cli: { name: flavor.name, path: flavor.cli },
    });
    try {
      expect(ran.code, ran.output).toBe(0);
      expect(notPrinted([...blocks, checks], ran)).toEqual([]);
    } finally {
      ran.remove();
    }
  },
);
