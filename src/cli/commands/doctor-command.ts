import type { Palette } from "../../report/text/palette.ts";
import { plainLines } from "../../report/text/plain-text.ts";
import type { Context } from "../command-context.ts";
import { checkService } from "../doctor/check-service.ts";
import type { Finding } from "../doctor/doctor-finding.ts";
import { checkLocal, nodeFinding, terraformFinding } from "../doctor/local.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { ServiceSettings } from "../option-table.ts";
import { printResult } from "../print-result.ts";

/** Checks the setup that docsform needs, with a remedy for each problem. Writes nothing. */
export async function doctor(context: Context, settings: ServiceSettings): Promise<ExitCode> {
  const { io } = context;
  const local = await checkLocal(context, settings);
  const findings = [
    ...nodeFinding(io),
    ...local.findings,
    ...(await checkService(context, settings, local.layout)),
    ...(await terraformFinding(io)),
  ];
  const isHealthy = findings.every(({ status }) => status !== "fail");
  const shown = settings.quiet === true ? findings.filter(({ status }) => status !== "ok") : findings;
  printResult(context, settings, {
    of: "doctor",
    json: { healthy: isHealthy, findings },
    text: shown.map((finding) => lineOf(finding, context.palette)).join(""),
  });
  return isHealthy ? exitCodes.done : exitCodes.error;
}

function lineOf({ check, status, message, remedy }: Finding, palette: Palette): string {
  const color = { ok: palette.added, warn: palette.changed, fail: palette.removed }[status];
  const todo = remedy === undefined ? "" : `      ${plainLines(remedy)}\n`;
  return `${color(status.padEnd(4))}  ${check}: ${plainLines(message)}\n${todo}`;
}
