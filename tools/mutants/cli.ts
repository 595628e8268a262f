import { killedBy, type Mutant } from "./mutant.ts";

/** Exit codes of the commands, and their questions. */
export const cliMutants: readonly Mutant[] = [
  ...killedBy(["test/cli/app-program.test.ts"], {
    "wrong types stop an app before it runs": "checkTypes in bin/: === 2 -> true #f638",
    "an app that ends with an error is an error": "runApp: === 2 -> true #7f9f",
    "the output of an app leaves no folder": "synthesizer: call 5 -> undefined #0a9f",
  }),
  ...killedBy(
    [
      "test/cli/commands.test.ts",
      "test/cli/errors.test.ts",
      "test/cli/before-planning.test.ts",
      "test/cli/incomplete-lists.test.ts",
      "test/cli/sent-writes.test.ts",
      "test/goldens",
    ],
    {
      "a plan that is applied in part exits 3": "codes in cli/carry-out.ts: . 4 -> 1 #89e8",
      "an outdated plan exits 5": "codes in cli/carry-out.ts: . 6 -> `$1.error` #fdab",
      "an interrupted run exits 130": "codes in cli/carry-out.ts: . 7 -> `$1.error` #f071",
      "a run that fails before its first write exits 1": "codes in cli/carry-out.ts: . 8 -> 0 #2964",
      "a refused plan exits 4": "reportRefusal in cli/report-refusal.ts: return 1 value -> 1 #72d4",
      "`plan --detailed-exitcode` exits 2 if the plan has steps": "makePlan: ? 2 -> `$1 ? $3 : $3` #9a92",
      "`drift` exits 2 if there is drift": "compare in cli/: ? 1 -> `$1 ? $3 : $3` #1145",
      "a command that fails after an interruption exits 130": "exitCodeOf: if 1 -> dropped #ea95",
      "a command that fails after it sent a write exits 3": "exitCodeOf: if 2 -> dropped #9e59",
      "`plan` exits 1 if the plan depends on an incomplete list": "makePlan: if 1 -> dropped #28c2",
      "`drift` exits 1 if the drift depends on an incomplete list": "compare in cli/: if 2 -> dropped #28c2",
      'apply continues only after the answer "yes"':
        'confirm in cli/commands/apply-command.ts: === 5 -> `$1 !== ""` #4504',
      "apply asks for confirmation": "confirm in cli/commands/apply-command.ts: || 1 -> true #aa51",
      "apply does not ask about a plan that changes only the state":
        "confirm in cli/commands/apply-command.ts: === 2 -> dropped #7f9f",
      "destroy asks for the organization's id":
        "confirm in cli/commands/destroy-command.ts: === 4 -> true #cbba",
      "destroy accepts `--organization` instead of the question":
        'confirm in cli/commands/destroy-command.ts: === 1 operand 2 -> "" #52aa',
      "docsform refuses a layout that declares another organization":
        "loaded in cli/load-layout.ts: && 1 -> false #d085",
    },
  ),
  ...killedBy(["test/client/described-patterns.test.ts"], {
    "the help says in words what a pattern requires":
      "rulesOf in contract/client/: return 1 value -> [] #934a",
  }),
  ...killedBy(["test/testing/docs-app.test.ts"], {
    "the stack of a failed assertion begins at the line of the test": "failAtCaller: if 2 -> dropped #962a",
  }),
  ...killedBy(["test/cli/exit-codes.test.ts"], {
    "an error has the exit code of its entry": "failWith: call 3 -> {} #98ef",
    "a command exits with the code of its error": "exitCodeOf: ? 1 -> `$3` #75e7",
  }),
  ...killedBy(["src/cli/exit-codes.test.ts"], {
    "a partly applied organization counts more than an error": "fromWorst: array 1 -> `[$1, $3, $2]` #cabf",
    "of other exit codes, the highest one counts": "worstOf: call 1 -> `[...$1]` #9272",
  }),
  ...killedBy(["test/cli/several-organizations.test.ts"], {
    "a command that writes stops at the first organization that is not done":
      "forEachOrganization: || 1 -> true #94eb",
    "a command that only shows something continues after an organization with changes":
      "forEachOrganization: || 1 -> only operand 2 #94eb",
    "docsform names the organizations that it did not start after an error":
      "forEachOrganization: try 1 -> only body #c87b",
    "a run that stops exits 3 if it has written to an earlier organization":
      "codeOfStop: ? 1 -> only else #d49d",
    "several organizations exit with the worst code": "worstOf: call 2 -> undefined #9e92",
    "`--json`, `--out` and others are for one organization": "refuseSharedOutputs: if 1 -> `return;` #733f",
    "a state path is for one organization": "refuseSharedOutputs: ? 1 -> undefined #d333",
    "an organization does not start a state beside the one that has its objects":
      "refuseFormerStates: if 3 -> `continue;` #9fe4",
    "a state of another organization is no former one": "hasObjectsOf: || 1 -> only operand 1 #ae5b",
    "a stack alone in its organization keeps its state": "partOfApp: ? 1 -> only else #6dfb",
    "several stacks of one organization have a state named after it":
      "partOfApp: template 1 -> only hole 1 #dd61",
    "`--organization` chooses one of the organizations of an app": "readLayouts: || 1 -> true #7268",
    "an organization that the app does not have is an error": "readLayouts: if 3 -> dropped #c0bd",
    "a command for one layout refuses an app for several organizations": "readLayouts: && 1 -> false #967f",
    "a saved plan uses the state of its organization": "appOfSaved: ?? 1 -> only operand 2 #c43a",
    "a stack without an organization belongs to the one that the user names":
      "organizationsOf in layout/synthesized/: ?? 2 -> only operand 1 #34e3",
    "the stacks of one organization are one layout":
      "organizationsOf in layout/synthesized/: if 2 -> only then #d05e",
    "the id of another organization's object is an error": "valueOfOtherStack: if 3 -> `return value;` #6af6",
    "a value of another organization's stack can be used": "valueOfOtherStack: || 2 -> only operand 1 #9996",
    "each stack without an organization is an error if the others have several":
      "unnamedIn: return 1 value -> [] #2a97",
  }),
  ...killedBy(["test/cli/fmt.test.ts", "src/layout/format/same-layout.test.ts"], {
    "`fmt --check` writes nothing": "fmt in cli/commands/: !== 3 -> true #898b",
    "`fmt --check` exits 2 if files change": "fmt in cli/commands/: ? 2 -> `$2` #961d",
    "fmt formats no file if one is not YAML": "refuseBrokenYaml: if 1 condition -> true #ce68",
    "formatting keeps an anchor before its alias": "sortFields: if 3 -> dropped #1b70",
    "formatting keeps quotes that prevent a merge": "unquote: !== 1 -> true #6dca",
    "fmt compares the comments before and after": "contentOf in layout/format/: property 2 -> dropped #94b7",
    "fmt compares tags before and after": "valueOf in layout/format/: property 4 -> dropped #63ad",
  }),
  ...killedBy(["test/cli/moved-blocks.test.ts"], {
    "an apply that only moves an object saves its new address": "runtimeOf: property 16 -> dropped #4557",
  }),
  ...killedBy(["test/cli/terraform-blocks.test.ts"], {
    "resources that are alike do not move":
      "surePairs in engine/plan/match/pair-by-keys.ts: === 2 -> true #c575",
    "of objects with the same key the one that agrees in everything is paired": "agrees: && 1 -> true #dcba",
    "an unknown parent is not the top level": "PlannedIds.in: return 3 -> `return null;` #2adf",
    "a resource that refers through a local value is reported as unknown, not as new":
      "PlannedIds.in: if 4 -> dropped #7e50",
    "of two publications of one site neither moves": "movesBySubject: > 1 -> false #dcc0",
    "a flag of another action of terraform is refused": "terraformAction: if 1 -> dropped #f686",
  }),
  ...killedBy(["test/cli/graph.test.ts"], {
    "a graph shows contents in the order of the site": "inReadingOrder: ? 1 -> `$2` #6a20",
  }),
  ...killedBy(["test/cli/help.test.ts"], {
    "`--help` exits 0": "failed in cli/run-cli.ts: if 1 -> dropped #2f11",
    "the help of an unknown command is an error": "withoutHelpCommand: ? 2 condition -> true #8e99",
    "`--help` shows only the common options": "shownOptions: ? 1 condition -> false #a1ea",
    "`--help --all` shows all options": "shownOptions: && 1 operand 2 -> true #d04f",
  }),
];
