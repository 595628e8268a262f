import * as z from "zod";
import { outcomes, stepStatuses } from "../../engine/apply/apply-events.ts";
import { changedSides, comparisons, driftChanges } from "../../engine/plan/drift/drift-entry.ts";
import type { Effect } from "../../model/plan/plan.ts";
import {
  address,
  danger,
  effect,
  level,
  namesById,
  planShape,
  readers,
  refusal,
  step,
  trueOrAbsent,
  value,
  values,
} from "../../model/plan/plan-schema.ts";
import { origins } from "../../model/state.ts";
import type { OutputName } from "./formats.ts";

// The outputs of `--json`. A command may have several shapes of output.

/** An error or a warning about a layout. */
export const diagnosticOutput = z.object({
  severity: z.enum(["error", "warning"]),
  code: z.string().describe("docsform explain CODE describes it."),
  message: z.string(),
  remedy: z.string().exactOptional(),
  at: z
    .object({
      file: z.string(),
      line: z.number().int().min(1),
      column: z.number().int().min(1).describe("In UTF-16 units."),
      length: z.number().int().min(1),
    })
    .exactOptional(),
});

/** The error of a failed command. */
export const failure = z.object({
  code: z.string().describe("docsform explain CODE describes it."),
  message: z.string(),
  remedy: z.string().exactOptional(),
  diagnostics: z.array(diagnosticOutput).exactOptional().describe("Every error and warning of the layout."),
  more: z.number().int().min(1).exactOptional().describe("Number of further errors that are not listed."),
});

const errorOutput = z.object({ error: failure }).describe("The command failed.");

const reliable = z
  .boolean()
  .describe("False: a list of the service is incomplete, so the plan is unreliable.");

const planOutput = z.object({
  plan: planShape,
  reliable,
  refusals: z.array(refusal).describe("Refusals of the guards that no flag of the command permits."),
  hash: z.string().exactOptional().describe("Hash of the plan that --out saved."),
});

const refusedOutput = z
  .object({ outcome: z.literal("refused"), refusals: z.array(refusal) })
  .describe("A guard refuses the plan. Nothing was written.");

const resultOutput = z.object({
  outcome: z
    .enum(outcomes)
    .describe(
      "differs: every step succeeded, but the service does not match the layout, or docsform could not check it.",
    ),
  steps: z
    .array(
      z.object({
        address,
        status: z
          .enum(stepStatuses)
          .describe(
            "skipped: a flag of the command excluded the step; unknown: the result of its call is unknown.",
          ),
        error: failure.exactOptional(),
      }),
    )
    .describe("One for each step of the plan, in its order."),
  created: z.record(address, z.string()).describe("Ids of the created objects, by address."),
  recovered: z
    .array(z.object({ address, id: z.string(), origin: z.enum(origins) }))
    .describe(
      "Objects that docsform found after the responses to their creates were lost. recovered: nothing shows that docsform created it, and a person must confirm it before docsform opens or deletes it.",
    ),
  conflicts: z
    .array(z.object({ address, code: z.string(), message: z.string(), fields: z.array(z.string()) }))
    .describe("What changed on the service after the plan was made."),
  finalRead: z.boolean().describe("Whether the run read everything again at its end."),
  remaining: z.array(step).describe("Steps that a new plan would still contain."),
  duplicates: z
    .array(
      z.object({ address, type: z.string(), title: z.string(), id: z.string(), duplicateId: z.string() }),
    )
    .describe("Duplicates that another user created during this run."),
  checkedForDuplicates: z.boolean(),
  calls: z.object({
    made: z.number().int().describe("Number of requests, with reads and retries."),
    writes: z.number().int().describe("Number of those requests that may have changed something."),
    retried: z.number().int(),
    waitedMs: z.number(),
  }),
  error: failure.exactOptional().describe("Why the run did nothing, or stopped."),
});

const difference = {
  address,
  type: z.string(),
  title: z.string(),
  change: z.enum(["changed", "moved", "reordered", "added", "removed"]),
  attribute: z.string().exactOptional(),
  before: value,
  after: value,
  namesById,
};

const acceptOutput = z.object({
  written: z.boolean().describe("False with --dry-run."),
  accepted: z.array(z.object(difference)).describe("Changes that go from the service into the layout."),
  remaining: z
    .array(z.object({ ...difference, reason: z.string() }))
    .describe("Differences that are not accepted."),
  notes: z.array(z.string()),
  diff: z.string().describe("How the files of the layout change, as a unified diff."),
});

const pullOutput = z.object({
  layout: z.string().describe("The layout, as YAML."),
  state: z
    .string()
    .nullable()
    .describe("Path of the written state; null: no state, the layout contains the ids."),
  notes: z.array(z.string()),
  secrets: z
    .array(z.object({ variable: z.string(), type: z.string(), id: z.string(), attribute: z.string() }))
    .describe("Values that the service does not return, with the variable that the layout reads each from."),
});

const pulledCodeOutput = z.object({
  format: z.enum(["hcl", "constructs", "gitbook"]),
  code: z.string().describe("The configuration for Terraform, or the main file of the app."),
  notes: z.array(z.string()),
  secrets: z
    .array(z.object({ variable: z.string(), type: z.string(), id: z.string(), attribute: z.string() }))
    .describe("Secrets that the code omits, with the Terraform variable that it reads each from."),
});

const driftEntry = z.object({
  address,
  type: z.string(),
  title: z.string(),
  attribute: z
    .string()
    .exactOptional()
    .describe("Absent: the whole object was added, removed, moved or renamed."),
  change: z
    .enum(driftChanges)
    .describe("renamed: it has another address in the layout; before and after are addresses."),
  changedIn: z.enum(changedSides).describe("live: the value changed on the service."),
  before: value.describe(
    "The last applied value, or the declared value if there is no state. For a move: { parent, after }, the address of the parent (null: the top level) and of the sibling before the object (null: none).",
  ),
  after: value.describe(
    "The live value, or the declared value if only the layout changed. For a move: { parent, after }, as in before.",
  ),
  namesById,
  sensitive: trueOrAbsent,
  newId: z
    .string()
    .exactOptional()
    .describe("Id of the object that was created in its place. docsform accept records it."),
  transferredTo: z.string().exactOptional().describe("The organization that now owns it."),
  trashed: trueOrAbsent.describe("The object is in the trash. You can restore it in the app."),
  undeclared: trueOrAbsent.describe(
    "An undeclared value that decides who sees the object. It changed after the last run that read it.",
  ),
  isNote: trueOrAbsent.describe("A note, not drift."),
});

const entries = z.array(z.number().int().min(0)).describe("Indexes of the entries that cause it.");
/** An effect of a drift: that of a plan, with entries in place of steps. */
function inDrift<Each extends Effect<string>>(effect: z.ZodType<Each>) {
  const { steps: _, ...shape } = (effect as unknown as z.ZodObject).shape;
  return z.object({ ...shape, entries }) as unknown as z.ZodType<
    Omit<Each, "steps"> & { readonly entries: readonly number[] }
  >;
}

const driftOutput = z.object({
  reliable,
  drifted: z.boolean().describe("Whether the service changed. Edits of the layout do not count."),
  neverApplied: z
    .array(address)
    .describe("Declared objects that no apply has created, of a layout without a state."),
  comparedWith: z.enum(comparisons).describe("layout: there is no state to compare with."),
  gaps: z.array(refusal).describe("Why the report is unreliable: the incomplete lists."),
  dangers: z
    .array(inDrift(danger))
    .describe("What became different for people, and to look at first, worst first."),
  effects: z.array(inDrift(effect)).describe("What else became different for readers and members."),
  entries: z.array(driftEntry),
  selection: z
    .object({
      target: z.array(address).exactOptional(),
      only: z.array(address).exactOptional(),
      exclude: z.array(address).exactOptional(),
      leftOut: z.number().int().optional().describe("Number of differences that were not selected."),
    })
    .exactOptional(),
});

const diffOutput = z.object({
  environments: z.tuple([z.string(), z.string()]),
  differences: z.array(
    z.object({
      address,
      attribute: z.string().exactOptional().describe("Absent: the object is in one of them only."),
      values: z.tuple([value, value]).describe("Live value; null: none."),
      sensitive: trueOrAbsent,
    }),
  ),
});

const validateOutput = z.object({
  valid: z.literal(true).describe("An invalid layout gives an error instead."),
  objects: z.number().int(),
  diagnostics: z.array(diagnosticOutput).describe("Warnings."),
});

const seen = z
  .object({
    places: z
      .array(
        z.object({
          url: z.string().exactOptional().describe("Absent: nobody knows the URL yet."),
          readers: readers.unwrap(),
        }),
      )
      .exactOptional()
      .describe("Where readers find it. Empty: no reader finds it. Absent: it is no content."),
    level: level
      .exactOptional()
      .describe(
        "What every member of the organization may do with it. null: nothing. Absent: nobody has set it for all members, or docsform did not read it.",
      ),
  })
  .nullable();

const audienceOutput = z.object({
  objects: z.array(
    z.object({
      address,
      type: z.string(),
      title: z.string(),
      now: seen.describe("Who can see it now. null: it does not exist."),
      afterwards: seen.describe("Who can see it after an apply of the layout. null: it does not exist."),
    }),
  ),
});

const fmtOutput = z.object({
  files: z.number().int().describe("Number of files of the layout."),
  changed: z.array(z.string()).describe("Files with another order or style."),
  written: z.boolean().describe("False with --check."),
});

const graphOutput = z.object({
  addresses: z.array(address),
  edges: z.array(
    z.object({
      from: address,
      to: address.describe("The object that from needs."),
      label: z
        .string()
        .describe(
          "Why it needs it: the name of the referring attribute, or inside or scope for an object that contains it.",
        ),
    }),
  ),
});

const doctorOutput = z.object({
  healthy: z.boolean().describe("Whether every check succeeded."),
  findings: z.array(
    z.object({
      check: z.string(),
      status: z.enum(["ok", "warn", "fail"]),
      message: z.string(),
      remedy: z.string().exactOptional(),
    }),
  ),
});

const codeEntry = {
  messages: z.array(z.string()).describe("The messages of its errors, with a {placeholder} for each fact."),
  cause: z.string(),
  example: z.string(),
  remedy: z.string(),
};
const explainedCode = z.object({ code: z.string(), ...codeEntry }).describe("With a code: its entry.");
const allCodes = z
  .object({ codes: z.record(z.string(), z.object(codeEntry)) })
  .describe("Without a code: all entries.");

const operationList = z
  .object({
    operations: z.array(
      z.object({
        system: z.string(),
        operation: z.string().describe("Name on the command line."),
        id: z.string().describe("Name in the published contract."),
        method: z.string(),
        path: z.string(),
        effect: z.enum(["read", "write", "delete"]),
        summary: z.string(),
      }),
    ),
  })
  .describe(
    "Without an operation: the list of operations. With one, the command prints its response as it is.",
  );

const confirmOutput = z.object({
  confirmed: z
    .array(z.object({ address, id: z.string(), title: z.string() }))
    .describe("The objects that the command confirmed."),
  state: z.string().nullable().describe("Path of the state; null: no state."),
});
const importOutput = z.object({
  address,
  id: z.string(),
  title: z.string(),
  state: z.string().nullable(),
  changed: z.boolean().describe("False: the state already had it."),
});

const initOutput = z.object({
  from: z.enum(["live", "example", "emulator", "cdktf", "cdktn", "gitbook"]),
  organization: z.string(),
  written: z.array(z.string()).describe("Paths of the written files."),
  next: z.array(z.string()).describe("Shell commands for the next steps."),
  notes: z.array(z.string()),
});

const stateEntry = {
  address,
  id: z.string(),
  origin: z
    .enum(origins)
    .exactOptional()
    .describe(
      "created: a run of this layout created it; imported: a person imported or confirmed it; recovered: a run probably created it, but its response was lost; absent: unconfirmed.",
    ),
  scopeId: z.string().exactOptional(),
  protect: trueOrAbsent,
  unfinished: trueOrAbsent.describe(
    "A run of this layout created it and ended before it matched the layout.",
  ),
};

const stateOutputs = [
  z
    .object({
      layout: z.string(),
      state: z.string().nullable(),
      organization: z.string().nullable().describe("null: there is no state yet."),
      serial: z.number().int().nullable(),
      objects: z.array(z.object(stateEntry)),
    })
    .describe("list"),
  z
    .object({
      ...stateEntry,
      applied: values.describe("The last applied values; secrets are salted hashes."),
      undeclared: values
        .exactOptional()
        .describe("Undeclared values that decide who sees the object, as a run last read them."),
      container: z.string().nullable().exactOptional(),
      isDefault: trueOrAbsent,
      rank: z.number().int().exactOptional(),
    })
    .describe("show"),
  z
    .object({
      state: z.string().optional(),
      changed: z
        .record(address, address.nullable())
        .describe("New addresses, by former address. null: the object was forgotten."),
    })
    .describe("mv, rm"),
  z
    .object({
      layout: z.string().describe("The layout that the object now belongs to."),
      state: z.string().describe("Path of that layout's state."),
      moved: z.array(address),
    })
    .describe("mv with --to"),
  z
    .object({
      layout: z.string(),
      from: z.string(),
      state: z.string(),
      formerLayout: z.string().describe("The layout that the state belonged to before."),
    })
    .describe("rename"),
  z
    .object({
      layout: z.string(),
      state: z.string().nullable(),
      repaired: z.boolean().describe("Whether the state was damaged."),
      kept: z
        .number()
        .int()
        .nullable()
        .describe("Objects in the repaired state. null: the state was intact."),
      dropped: z.array(
        z.object({
          address,
          id: z.string().exactOptional(),
          attribute: z
            .string()
            .exactOptional()
            .describe(
              "Only the last applied value of this attribute was dropped. Absent: the whole entry was dropped.",
            ),
          reason: z.string(),
        }),
      ),
      journalLinesDropped: z.number().int(),
      removed: z.array(z.string()).describe("Files that a killed run left behind."),
    })
    .describe("repair"),
];

const emulatorOutput = z.object({ url: z.string(), organization: z.string(), token: z.string() });

const terraformOutputs = [
  z
    .object({
      provider: z.string(),
      version: z.string(),
      folder: z.string(),
      terraform: z.string().describe("Version of the terraform on the PATH."),
      isLocked: z.boolean().describe("Whether .terraform.lock.hcl already names the provider."),
    })
    .describe("install"),
  z
    .object({
      stacks: z.array(z.string()).describe("Folders of the stacks in which the provider is now locked."),
    })
    .describe("lock"),
  z
    .object({
      moves: z.array(z.object({ from: z.string(), to: z.string() })),
      undecided: z
        .array(z.object({ deleted: z.array(z.string()), created: z.array(z.string()) }))
        .describe("Resources that are alike: each of the deleted ones may be each of the created ones."),
      deleted: z.array(z.string()).describe("Resources that the plan still deletes."),
      created: z.array(z.string()).describe("Resources that the plan still creates."),
      throughLocals: z
        .array(z.string())
        .describe(
          "Other created resources. They refer to objects through local values, which a plan does not contain.",
        ),
      file: z.string().nullable().describe("File with the blocks. null: stdout."),
    })
    .describe("moves"),
  z
    .object({
      imports: z.array(
        z.object({
          to: z.string(),
          id: z.string(),
          stack: z.string().nullable().describe("The stack of a synthesized app. null: the plan."),
        }),
      ),
      undecided: z
        .array(z.object({ created: z.array(z.string()), ids: z.array(z.string()) }))
        .describe("Resources that are alike, and the ids with which each may be imported."),
      created: z.array(z.string()).describe("Resources that the plan still creates."),
      throughLocals: z
        .array(z.string())
        .describe(
          "Other created resources. They refer to objects through local values, which a plan does not contain.",
        ),
      file: z.string().nullable().describe("File with the blocks. null: stdout."),
    })
    .describe("imports"),
];

/** The shapes of each command's output. */
export const outputs = {
  init: [initOutput],
  validate: [validateOutput],
  plan: [planOutput],
  accept: [acceptOutput],
  apply: [resultOutput, refusedOutput],
  diff: [diffOutput],
  drift: [driftOutput],
  audience: [audienceOutput],
  pull: [
    pullOutput,
    pulledCodeOutput.describe("With --format hcl, constructs or gitbook."),
    acceptOutput.describe("With --update."),
  ],
  destroy: [resultOutput, refusedOutput],
  fmt: [fmtOutput],
  graph: [graphOutput],
  doctor: [doctorOutput],
  explain: [explainedCode, allCodes],
  call: [operationList],
  import: [importOutput, confirmOutput],
  state: stateOutputs,
  unlock: [
    z.object({
      released: z.boolean(),
      lockedBy: z.string().optional().describe("The run that had the lock."),
    }),
  ],
  emulator: [emulatorOutput],
  terraform: terraformOutputs,
  error: [errorOutput],
} as const satisfies Record<OutputName, readonly z.ZodObject[]>;
