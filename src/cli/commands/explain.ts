import type { CodeEntry } from "../../model/codes/code-entry.ts";
import { codes } from "../../model/codes/codes.ts";
import { DocsformError } from "../../model/errors.ts";
import { nearest } from "../../model/nearest.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { Context } from "../context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { printResult } from "../print-result.ts";
import type { OutputSettings } from "../settings.ts";

type Entries = Readonly<Record<string, CodeEntry>>;

/** Explains a code: its cause, an example and the remedy. Without a code, lists all codes. */
export function explain(context: Context, settings: OutputSettings, code: string | undefined): ExitCode {
  const entries = allCodes(context.types);
  if (code === undefined) {
    printResult(context, settings, { of: "explain", json: { codes: entries }, text: listOf(entries) });
    return exitCodes.done;
  }
  const found = codeEntryOf(entries, code);
  if (found === undefined) throw unknown(code, entries);
  printResult(context, settings, {
    of: "explain",
    json: { code, ...found },
    text: explanation(context, code, found),
  });
  return exitCodes.done;
}

/** The codes of docsform and of the types' own checks, sorted. */
export function allCodes(types: readonly ResourceType[]): Entries {
  const all: Entries = { ...codes, ...Object.assign({}, ...types.map((type) => type.codes ?? {})) };
  return Object.fromEntries(
    Object.keys(all)
      .sort()
      .map((code) => [code, all[code] as CodeEntry]),
  );
}

/** The entry of a code. A code of a synthesized app may share the entry of the layout's code of that name. */
export function codeEntryOf(entries: Entries, code: string): CodeEntry | undefined {
  const own = (name: string) => (Object.hasOwn(entries, name) ? entries[name] : undefined);
  return own(code) ?? own(code.replace(/^synth\//u, "layout/"));
}

function unknown(code: string, entries: Entries): DocsformError {
  const list = "docsform explain lists all codes, such as guard/deletes.";
  const meant = meantBy(code, Object.keys(entries));
  return new DocsformError("cli/unknown-code", `There is no code ${code}.`, {
    remedy: meant.length === 0 ? list : `Did you mean ${meant.join(" or ")}? ${list}`,
  });
}

/** The codes that the user most likely meant. The user may have omitted the room. */
function meantBy(code: string, known: readonly string[]): readonly string[] {
  const inAnyRoom = (name: string | undefined) => known.filter((each) => withoutRoom(each) === name);
  const own = inAnyRoom(code);
  if (own.length > 0) return own;
  const whole = nearest(code, known);
  return whole === undefined ? inAnyRoom(nearest(code, known.map(withoutRoom))) : [whole];
}

function withoutRoom(code: string): string {
  return code.slice(code.indexOf("/") + 1);
}

function explanation({ palette }: Context, code: string, { cause, example, remedy }: CodeEntry): string {
  const indented = example.split("\n").map((line) => `  ${line}\n`);
  return `${palette.strong(code)}\n\n${cause}\n\nFor example:\n\n${indented.join("")}\nWhat to do: ${remedy}\n`;
}

function listOf(entries: Entries): string {
  const lines = Object.entries(entries).map(([code, { cause }]) => `${code}\n  ${cause}\n`);
  return `${lines.join("")}\ndocsform explain CODE explains one of them.\n`;
}
