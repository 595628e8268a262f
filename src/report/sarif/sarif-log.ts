import { isAbsolute, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { ArtifactLocation, Location, Log, Notification, ReportingDescriptor, Result } from "sarif";
import { type ExplainedCode, prefixOfCode } from "../../model/codes/code-entry.ts";
import { plainText } from "../text/plain-text.ts";
import type { LayoutFinding } from "./finding.ts";

/** The content of a SARIF 2.1.0 report for code review. */
export interface SarifReport {
  readonly command: string;
  readonly version: string;
  readonly findings: readonly LayoutFinding[];
  /** The error that ended the command. Absent: the command succeeded, or the layout caused the failure. */
  readonly failure?: { readonly code: string; readonly message: string };
  readonly exitCode: number;
  /** Returns the entry of a code. */
  readonly entryOf: (code: string) => Explained | undefined;
  /** The folder to which paths are relative. */
  readonly folder: string;
  /** Returns the absolute path. */
  readonly full: (path: string) => string;
  /** The first file of the layout. It is the place of findings without a place. */
  readonly layout: string;
}

const home = "https://github.com/docsform/docsform";

/** The report as SARIF. Columns count UTF-16 units, like docsform's. Paths are relative to the folder in which docsform was started. */
export function sarifLog(report: SarifReport): Log {
  const { command, version, findings, failure, exitCode } = report;
  const ids = [...new Set([...findings.map(({ code }) => code), ...(failure ? [failure.code] : [])])];
  const rules = ids.map((id) => ruleOf(id, report.entryOf(id)));
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "docsform", version, informationUri: home, rules } },
        // Otherwise an upload of the drift would replace that of the plan.
        automationDetails: { id: `docsform/${command}/` },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: failure === undefined,
            exitCode,
            ...(failure && { toolExecutionNotifications: [notificationOf(failure, ids)] }),
          },
        ],
        results: findings.map((finding) => resultOf(report, finding, ids)),
      },
    ],
  };
}

type Explained = Pick<ExplainedCode, "cause" | "example" | "remedy">;

function ruleOf(id: string, entry: Explained | undefined): ReportingDescriptor {
  const helpUri = `${home}/blob/main/docs/reference/codes/${prefixOfCode(id)}.md#${id.replaceAll(/[^\w-]/gu, "").toLowerCase()}`;
  if (entry === undefined) return { id, helpUri };
  const { cause, example, remedy } = entry;
  return {
    id,
    shortDescription: { text: cause },
    help: {
      text: `${cause}\n\nFor example:\n\n${example}\n\nWhat to do: ${remedy}`,
      markdown: `${cause}\n\n\`\`\`text\n${example}\n\`\`\`\n\n**What to do:** ${remedy}`,
    },
    helpUri,
  };
}

function notificationOf(
  { code, message }: NonNullable<SarifReport["failure"]>,
  ids: readonly string[],
): Notification {
  return {
    descriptor: { id: code, index: ids.indexOf(code) },
    level: "error",
    message: { text: plainText(message) },
  };
}

function resultOf(report: SarifReport, finding: LayoutFinding, ids: readonly string[]): Result {
  const { code, level, message } = finding;
  return {
    ruleId: code,
    ruleIndex: ids.indexOf(code),
    level,
    message: { text: plainText(message) },
    locations: [locationOf(report, finding)],
  };
}

/** Viewers do not show a finding without a region, so an object that the layout does not declare appears at the first line. */
function locationOf(report: SarifReport, { at, addresses }: LayoutFinding): Location {
  const logicalLocations = addresses.map((address) => ({
    fullyQualifiedName: plainText(address),
    kind: "object",
  }));
  return {
    physicalLocation: {
      artifactLocation: artifactOf(report, at?.file ?? report.layout),
      region:
        at === undefined
          ? { startLine: 1 }
          : {
              startLine: at.line,
              startColumn: at.column,
              endLine: at.line,
              endColumn: at.column + at.length,
            },
    },
    ...(logicalLocations.length > 0 && { logicalLocations }),
  };
}

/** A path relative to the folder if possible, so that it names the same file on every machine. */
function artifactOf({ folder, full }: SarifReport, path: string): ArtifactLocation {
  const within = relative(folder, full(path));
  if (within.startsWith("..") || isAbsolute(within)) return { uri: pathToFileURL(full(path)).href };
  return { uri: within.split(sep).map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" };
}
