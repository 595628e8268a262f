import { readFileSync } from "node:fs";
import { certificateWith } from "../support/certificates.ts";
import { seededRandom } from "../support/service.ts";
import { apply, jumpingClock, openWorkbench, type Workbench } from "./workbench.ts";

const before = readFileSync(new URL("../../examples/acme/docsform.yaml", import.meta.url), "utf8");

/** Besides patches, the plan has a space that moves, a section that is deleted, and one that replaces it. */
const edits = [
  ["title: Guides, collection", "title: Manuals, collection"],
  [
    "changelog: { title: Changelog, collection: handbook }",
    "changelog: { title: News, collection: engineering }",
  ],
  ["{ section: API, path: api, spaces: [api] }", "{ section: News, path: news, spaces: [changelog] }"],
] as const;

/** Applies the example layout, which has a secret, and then edits it. */
export async function openEditedLayout(): Promise<Workbench> {
  const bench = await openWorkbench(
    { "docsform.yaml": before, "secrets/okta.pem": certificateWith("MIIBcanary") },
    "current",
    {
      clock: jumpingClock(),
      random: seededRandom(24),
    },
  );
  const { code, err } = await bench.run(apply);
  if (code !== 0) throw new Error(err);
  bench.files.write("docsform.yaml", edits.reduce(edited, before));
  return bench;
}

function edited(text: string, [from, to]: readonly [string, string]): string {
  if (!text.includes(from)) throw new Error(`The example has no ${from} any more.`);
  return text.replace(from, to);
}
