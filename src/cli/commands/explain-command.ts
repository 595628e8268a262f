import type { DeclaredCode } from "../../model/codes/code.ts";
import type { CodeEntry, ExplainedCode, Prose } from "../../model/codes/code-entry.ts";
import { codes } from "../../model/codes/codes.ts";
import { fail } from "../../model/codes/command-words.ts";
import { prose } from "../../model/codes/generated/prose.ts";
import type { DocsformError } from "../../model/errors.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import { nearest } from "../../util/nearest.ts";
import type { Context } from "../command-context.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { OutputSettings } from "../option-table.ts";
import { printResult } from "../print-result.ts";

/** What a code means, as `docsform explain` prints it. */
export interface Explanation extends Prose {
  /** The messages of its errors, with a `{placeholder}` for each fact. */
  readonly messages: readonly string[];
  readonly remedy: string;
}

type Entries = Readonly<Record<string, Explanation>>;

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
export function allCodes(types: readonly ResourceType[], proseOf: typeof prose = prose): Entries {
  const ours = (Object.keys(codes) as DeclaredCode[]).map((code): [string, ExplainedCode] => [
    code,
    { ...(codes[code] as CodeEntry), ...proseOf[code] },
  ]);
  const all = [...ours, ...types.flatMap((type) => Object.entries(type.codes ?? {}))];
  return Object.fromEntries(
    all.map(([code, entry]) => [code, explained(entry)] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function explained(entry: ExplainedCode): Explanation {
  const { cause, example, remedy, flagRemedy } = entry;
  const remedies = [remedy, flagRemedy].filter((each) => each !== undefined && each !== "");
  return { messages: messagesOf(entry), cause, example, remedy: remedies.join(" ") };
}

/** Each message once. A message of facts alone, such as what another program reports, explains nothing. */
function messagesOf({ message, cases = {} }: ExplainedCode): readonly string[] {
  const wordings = message === undefined ? Object.values(cases) : [message];
  const texts = wordings.map((wording) => (typeof wording === "string" ? wording : wording.text));
  return [...new Set(texts)].filter((text) => /\p{L}/u.test(text.replace(fact, "")));
}

/** The place of a fact in a message. */
const fact = /\{(\w+)\}/gu;

/** `{otherPath}` as `<other path>`. */
function readable(message: string): string {
  return message.replace(
    fact,
    (_, name: string) => `<${name.replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)}>`,
  );
}

/** The entry of a code. A code of a synthesized app may share the entry of the layout's code of that name. */
export function codeEntryOf(entries: Entries, code: string): Explanation | undefined {
  const own = (name: string) => (Object.hasOwn(entries, name) ? entries[name] : undefined);
  return own(code) ?? own(code.replace(/^synth\//u, "layout/"));
}

function unknown(code: string, entries: Entries): DocsformError {
  const meant = meantBy(code, Object.keys(entries));
  return fail("cli/unknown-code", {
    code,
    meant: meant.length === 0 ? "" : `Did you mean ${meant.join(" or ")}?`,
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

function explanation({ palette }: Context, code: string, found: Explanation): string {
  const { messages, cause, example, remedy } = found;
  const printed = messages.length === 0 ? "" : `${indented(messages.map(readable))}\n`;
  return `${palette.strong(code)}\n\n${printed}${cause}\n\nFor example:\n\n${indented(example.split("\n"))}\nWhat to do: ${remedy}\n`;
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}\n`).join("");
}

function listOf(entries: Entries): string {
  const lines = Object.entries(entries).map(([code, { cause }]) => `${code}\n  ${cause}\n`);
  return `${lines.join("")}\ndocsform explain CODE explains one of them.\n`;
}
