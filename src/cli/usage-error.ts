import type { CommanderError } from "commander";
import { fail } from "../model/codes/start-words.ts";
import type { DocsformError } from "../model/errors.ts";

/** A command and its options. */
interface Given {
  readonly command: string | undefined;
  readonly options: readonly string[];
}

/** The error for a command line that the parser refused. It contains no value of an unknown option, which may be a token. */
export function usageError(error: CommanderError, given: Given): DocsformError {
  if (error.code === "commander.help") return fail("cli/wrong-usage", { case: "noCommand" });
  const problem = sentence(error.message.replace(/(unknown option '[^'=]*)=.*(?=')/su, "$1"));
  const [, option = ""] = /Unknown option '([^']*)'/u.exec(problem) ?? [];
  const meant = otherTools.find(({ pattern }) => pattern.test(option));
  const instead = meant?.instead.find(([applies]) => applies(given));
  return instead === undefined
    ? fail("cli/wrong-usage", { case: "command", problem })
    : fail("cli/wrong-usage", { case: "elsewhere", option, instead: instead[1] });
}

const always = (): boolean => true;
const canConfirm = ({ options }: Given): boolean => options.includes("--yes");

/** Options of other tools, with what stands for them. */
const otherTools: readonly {
  readonly pattern: RegExp;
  readonly instead: readonly (readonly [(given: Given) => boolean, string])[];
}[] = [
  {
    pattern: /^(?:-y|--yes|--?auto-?approve|--?no-?confirm)$/u,
    instead: [
      [canConfirm, "Write --yes."],
      [
        ({ command }) => command === "destroy",
        "Give the organization's id with --organization: then the command does not ask.",
      ],
    ],
  },
  {
    pattern: /^--?(?:api-?)?(?:token|key)$/u,
    instead: [
      [
        always,
        "Set DOCSFORM_TOKEN, or name a file with --token-file: others can read the command line of a process.",
      ],
    ],
  },
  { pattern: /^(?:-n|--dry-?run)$/u, instead: [[canConfirm, "docsform plan shows what would change."]] },
];

/** The library's `error: unknown command 'pln'`, newline, `(Did you mean plan?)` as sentences in one line. */
function sentence(message: string): string {
  const [first = "", meant] = message.replace(/^error: /u, "").split("\n");
  const said = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/[.]?$/u, ".");
  return meant === undefined ? said : `${said} ${meant.replace(/^\((.*)\)$/u, "$1")}`;
}
