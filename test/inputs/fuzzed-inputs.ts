import { readFileSync } from "node:fs";
import { parsePlan } from "../../src/cli/plan-file.ts";
import { readLayout } from "../../src/layout/read-layout.ts";
import { renderDiagnostic } from "../../src/layout/render-diagnostic.ts";
import { readTerraformJson } from "../../src/layout/synthesized/read-terraform-json.ts";
import { type Diagnostic, shownDiagnostics } from "../../src/model/diagnostic.ts";
import { registry } from "../../src/resources/registry.ts";
import { journalText, parseJournal } from "../../src/state/journal-text.ts";
import { parseState, serializeState } from "../../src/state/state-text.ts";
import { realCertificate } from "../support/certificates.ts";
import { everyTypeStack } from "../support/synthesized-app.ts";
import { filesOfRun } from "./files-of-run.ts";

/** A kind of input: a valid one, words that occur in it, and a reader. */
export interface FuzzedInput {
  readonly text: string;
  readonly words: readonly string[];
  /** Whether the input is valid. May throw an error for people. */
  readonly read: (text: string) => boolean;
}

const organization = "Qm3vT8xLz1";
const fileAt = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

interface LayoutLike {
  readonly desired: object | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Parameters<typeof renderDiagnostic>[1];
}

/** Whether the layout is valid. The errors of an invalid one must be short. */
function isLayout({ desired, diagnostics, sources }: LayoutLike): boolean {
  const reported = shownDiagnostics(diagnostics).shown.map((each) => renderDiagnostic(each, sources));
  if (desired === undefined && reported.length === 0) throw new TypeError("Refused without a word.");
  if (reported.some((each) => each.length > 3000)) throw new TypeError("Told at great length.");
  return desired !== undefined;
}

const { state: stateText, journal } = await filesOfRun(organization);
const journalLines = parseJournal(journal).length;

export const fuzzed: Readonly<Record<string, FuzzedInput>> = {
  layout: {
    text: fileAt("../../examples/acme/docsform.yaml"),
    words: [
      "spaces:",
      "structure:",
      "  - ",
      "{ title: A }",
      "was: ",
      "id: ",
      "variables: { a: { env: A } }\n",
      "${a}",
    ],
    read: (text) =>
      isLayout(
        readLayout({
          sources: [{ file: "docsform.yaml", text }],
          types: registry,
          environment: { X: "x" },
          readFile: () => realCertificate,
        }),
      ),
  },
  app: {
    text: everyTypeStack(organization, "current"),
    words: ["${docs_space.guides.id}", "${local.label}", "${var.stage}", '"resource":', "[]", "{}", '"//"'],
    read: (text) =>
      isLayout(
        readTerraformJson({
          stacks: [{ name: "acme", source: { file: "cdk.tf.json", text } }],
          types: registry,
          environment: { TF_VAR_certificate: realCertificate },
          readFile: () => realCertificate,
        }),
      ),
  },
  plan: {
    text: fileAt("../goldens/current/plan.json.golden"),
    words: ['"steps":', '"nodes":', '"after":', "[]", "{}", "-1", '"salt":'],
    read: (text) => typeof parsePlan(text, "plan.json").organizationId === "string",
  },
  state: {
    text: stateText,
    words: ['"objects":', '"applied":', "[]", "{}", "-1", '"salt":'],
    read: (text) => {
      const { state, layout } = parseState(text, organization, "docsform.state.json");
      return parseState(serializeState(state, { layout }), organization, "again").layout === layout;
    },
  },
  journal: {
    text: journal,
    words: ['"kind":"match"', '"kind":"create"', "\n", "[]", "{}"],
    // Damaged lines are omitted.
    read: (text) => parseJournal(journalText(parseJournal(text))).length === journalLines,
  },
};
