import type { CodeEntry } from "./code-entry.ts";

/** Codes of commands that change the state: import and state. */
export const stateCodes = {
  "import/not-declared": {
    cases: {
      layout: { text: "The layout does not declare {address}.", remedy: "{remedy}" },
      receiver: {
        text: "The other layout does not declare {address}.",
        remedy: "Declare it there first, or the other layout's next apply forgets it.",
      },
    },
    remedy: "Declare it first, or the next apply forgets it.",
  },
  "import/not-found": {
    cases: {
      transferred: {
        text: "The {object} {id} belongs to another organization: {organizationId}.",
        remedy: "Transfer it here first.",
      },
      trashed: { text: "The {object} {id} is in the trash.", remedy: "Restore it in the app first." },
      absent: {
        text: "The token has access to no {object} {id}.",
        remedy: "docsform pull lists the objects with their ids.",
      },
    },
    remedy:
      "Correct the id: docsform pull lists the objects with their ids. If the object is in the trash, restore it first.",
  },
  "import/other-address": {
    message: {
      text: "The state already has {id} as {other}. Nothing was written.",
      remedy: "To rename it, run docsform state mv {other} {address}.",
    },
    remedy: "To change its address, run docsform state mv FROM TO.",
  },
  "import/other-parent": {
    message: "The layout declares {address} {declared}, but {id} is {live}. Nothing was written.",
    remedy: "Declare the live place, import the object, then move it with an apply. Import its parent first.",
  },
  "import/other-type": {
    message: { text: "{id} is {actual} (“{title}”), not {wanted}.", remedy: "Give the id of {wanted}." },
    remedy: "Give the id of an object of the declared type.",
  },
  "state/address-taken": {
    message: "The state already has {address}, as {id}. Nothing was changed.",
    remedy: "Move or forget that object first, with docsform state mv or docsform state rm.",
  },
  "state/already-exists": {
    cases: {
      journal: "There is a journal at {path} already. Nothing was changed.",
      state: "There is a state at {path} already. Nothing was changed.",
    },
    remedy: "Move away the file that does not belong to this layout.",
  },
  "state/former": {
    message: {
      text: "This layout has no state. {path}, the state of the layout {layout}, has {known}, and this layout declares {declared} of them.",
      remedy: "If this layout had the name {layout} before, run: {command}",
    },
    remedy: "Run the command that the warning names: docsform state rename --from PATH.",
  },
  "state/none": {
    cases: { layout: "There is no state of this layout.", path: "There is no state at {path}." },
    remedy: "Run docsform apply or docsform import to create it.",
    flagRemedy: "If the state has another path, name it with --state.",
  },
  "state/not-kept": {
    message: "This run keeps no state, so there is no state to change.",
    remedy: "",
    flagRemedy: "Remove --no-state.",
  },
  "state/of-other-stacks": {
    message: {
      text: "The objects of organization {organization} are in {paths}, but docsform expects them in {own}. Nothing was written.",
      remedy: "Run docsform state rename --from {from} -f {app} --organization {organization}.",
    },
    remedy:
      "Rename the state with docsform state rename. If several stacks have a state, rename one of them, and move the objects of the others with docsform state mv. Or name the stacks one by one, as before: cdktf.out/stacks/NAME.",
  },
  "state/open-journal": {
    message:
      "A run of this layout was interrupted, and its journal has changes that the state does not have. Nothing was changed.",
    remedy: "Run docsform apply, which completes that run. Then run the command again.",
  },
  "state/other-type": {
    message: {
      text: "{from} cannot become {to}: an address begins with its type.",
      remedy: "Write {type}. and the new name.",
    },
    remedy: "Keep the resource type, which is the part before the dot.",
  },
  "state/protected": {
    cases: {
      one: "{address} is protected, and forgetting it would end its protection. Nothing was changed.",
      several:
        "{addresses} are protected, and forgetting them would end their protection. Nothing was changed.",
    },
    remedy: "Set `protect: false` and apply that first.",
  },
  "state/unknown-address": {
    message: { text: "The state does not have {address}.", remedy: "{remedy}" },
    remedy: "Correct the address. docsform state list lists the state's addresses.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
