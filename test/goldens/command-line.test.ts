import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type ApiVersion, publishedApiVersions as apiVersions } from "../../src/model/endpoint.ts";
import { jumpingClock, openWorkbench, organization, type Workbench } from "../cli/workbench.ts";
import { seededRandom } from "../support/service.ts";

// The test compares the exact output for people and programs with the golden files. After an intended change, run `npx vitest run test/goldens -u`,
// and review the difference.

const acme = (path: string) =>
  readFileSync(new URL(`../../examples/acme/${path}`, import.meta.url), "utf8").replace(/^# yaml-.*\n/u, "");
const layout = acme("docsform.yaml");
const journalPath = ".docsform/docsform.jsonl";
// One request at a time, so that the order of the requests and all ids are the same in each run.
const sequentially = ["--concurrency", "1"];

interface Scene {
  readonly bench: Workbench;
  /** Runs a command, and adds its output to the transcript. */
  readonly run: (...args: readonly string[]) => Promise<void>;
  readonly edit: (text: string) => void;
  readonly expectGolden: (name: string, text: string | undefined) => Promise<void>;
  /** Compares the transcript since the last golden file with this golden file. */
  readonly expectTranscript: (name: string) => Promise<void>;
  /** The journal at the last request. */
  readonly journal: () => string;
}

/** Runs a scene in a workbench with a fixed clock and fixed random numbers. */
async function checkScene(apiVersion: ApiVersion, scene: (scene: Scene) => Promise<void>): Promise<void> {
  let journal = "";
  const bench = await openWorkbench(
    { "docsform.yaml": layout, "secrets/okta.pem": acme("secrets/okta.pem") },
    apiVersion,
    {
      clock: jumpingClock(),
      random: seededRandom(11),
      observe: (files) => {
        journal = files.read(journalPath) ?? journal;
      },
    },
  );
  let transcript = "";
  const expectGolden: Scene["expectGolden"] = (name, text) =>
    expect(text).toMatchFileSnapshot(`${apiVersion}/${name}.golden`);
  try {
    await scene({
      bench,
      run: async (...args) => {
        const ran = await bench.run(args, { environment: { COLUMNS: undefined } });
        const { code } = ran;
        const [out, err] = [ran.out, ran.err].map((text) => withoutPort(text, bench));
        const errors = err === "" ? "" : `--- stderr\n${err}`;
        transcript += `$ docsform ${args.join(" ")}\n${out}${errors}--- exit ${code}\n\n`;
      },
      edit: (text) => bench.files.write("docsform.yaml", text),
      expectGolden,
      expectTranscript: (name) => {
        const text = transcript;
        transcript = "";
        return expectGolden(name, text);
      },
      journal: () => journal,
    });
  } finally {
    await bench.close();
  }
}

/** Each emulator has another port. All ports have five digits, so the layout of the text stays the same. */
function withoutPort(text: string, { emulator }: Workbench): string {
  return text.replaceAll(new URL(emulator.url).host, "127.0.0.1:00000");
}

/** The order of the journal's lines depends on the duration of disk writes. */
function sorted(journal = ""): string {
  return `${journal.trimEnd().split("\n").sort().join("\n")}\n`;
}

function renameGuides({ emulator }: Workbench, title: string): void {
  const [space] = emulator.emulator.service.list("space").filter((each) => each["title"] === "Guides");
  emulator.emulator.edit("updateSpaceById", { spaceId: space?.id ?? "" }, { title });
}

test.each(apiVersions)("%s: the life of a layout", (apiVersion) =>
  checkScene(apiVersion, async ({ bench, run, edit, expectGolden, expectTranscript, journal }) => {
    await run("validate");
    await run("validate", "--json");
    await run("graph");
    await expectTranscript("validate");

    await run("plan", "--out", "plan.json", "--comment", "plan.md", "--detailed-exitcode", ...sequentially);
    await run("plan", "--json", ...sequentially);
    await expectTranscript("plan");
    await expectGolden("plan.json", bench.files.read("plan.json"));
    await expectGolden("plan.md", bench.files.read("plan.md"));

    await run("apply", "plan.json", "--yes", ...sequentially);
    await expectTranscript("apply");
    await expectGolden("journal", sorted(journal()));
    await expectGolden("state", bench.files.read("docsform.state.json"));

    await run("plan", ...sequentially);
    await run("drift", ...sequentially);
    renameGuides(bench, "Somebody's guides");
    await run("drift", ...sequentially);
    await run("drift", "--json", ...sequentially);
    await expectTranscript("drift");

    edit(
      layout
        .replace("title: Changelog, collection: handbook", "title: News, collection: engineering")
        .replace("title: Guides,", "title: Manuals,")
        .replace(
          / +- \{ section: API.*\n/u,
          "          - { section: News, path: news, spaces: [changelog] }\n",
        ),
    );
    await run("plan", "--verbose", ...sequentially);
    await run("apply", "--yes", ...sequentially);
    await run("apply", "--yes", "--json", ...sequentially);
    await run("plan", "--json", "--allow-deletes", "--overwrite-live", ...sequentially);
    await run("apply", "--yes", "--json", "--allow-deletes", "--overwrite-live", ...sequentially);
    await expectTranscript("change");
    await expectGolden("changed-state", bench.files.read("docsform.state.json"));

    await run("pull", "--organization", organization, ...sequentially);
    await run("pull", "--organization", organization, ...sequentially, "--json", "--site", "Acme docs");
    await expectTranscript("pull");

    await run("destroy", ...sequentially);
    await run("destroy", "--json", ...sequentially);
    await run("destroy", "--organization", organization, ...sequentially);
    await run("destroy", "--organization", organization, "--json", ...sequentially);
    await expectTranscript("destroy");
  }),
);

test("errors", () =>
  checkScene("current", async ({ bench, run, edit, expectTranscript, expectGolden }) => {
    const { faults } = bench.emulator.emulator;
    faults.add({
      on: { operation: "createSite", times: 1 },
      fault: { kind: "error-before", status: 400, message: "No more sites." },
    });
    await run("apply", "--yes", ...sequentially);
    await run("apply", "--yes", "--json", ...sequentially);
    faults.add({
      on: { operation: "addSectionToSite", times: "always" },
      fault: { kind: "error-before", status: 400 },
    });
    edit(layout.replace(/$/u, "      - { section: More, path: more, spaces: [api] }\n"));
    await run("apply", "--yes", "--json", ...sequentially);
    faults.clear();
    faults.add({ on: { operation: "addSectionToSite" }, fault: { kind: "truncate" } });
    faults.add({ on: { method: "read", times: "always" }, fault: { kind: "stale-reads", ms: 60_000 } });
    await run("apply", "--yes", "--json", ...sequentially);
    await run("apply", ...sequentially);
    await run("apply", "no-plan.json", "--yes");
    await run("plan", "--file", "nowhere.yaml");
    await run("pull");
    await expectTranscript("failures");
    await expectGolden("open-journal", sorted(bench.files.read(journalPath)));

    edit(`${layout}    color: blue\nspaces: { guides: { titel: Guides, collection: nowhere } }\n`);
    await run("validate");
    edit(
      layout.replace("collection: engineering", "collection: nowhere").replace("title: Writers", "titel: W"),
    );
    await run("validate");
    await run("validate", "--json");
    await run("plan", "--json");
    await expectTranscript("broken-layout");
  }));

test("the help", () =>
  checkScene("current", async ({ run, expectTranscript }) => {
    await run("--help");
    for (const command of ["validate", "plan", "apply", "drift", "pull", "destroy", "graph", "emulator"])
      await run(command, "--help");
    await run("plan", "--help", "--all");
    for (const command of ["schema", "terraform"]) await run(command, "--help");
    await run();
    await run("plant");
    await run("plan", "--jsn", "--json");
    await expectTranscript("help");
  }));
