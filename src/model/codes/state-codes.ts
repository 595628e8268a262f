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
    cause: "The layout does not declare the address, so the next apply would forget the imported object.",
    example: "docsform import ADDRESS ID    # with a typing error in the address",
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
    cause: "No object that the token has access to has this id, or the object is in the trash.",
    example: "docsform import ADDRESS gone",
    remedy:
      "Correct the id: docsform pull lists the objects with their ids. If the object is in the trash, restore it first.",
  },
  "import/other-address": {
    message: {
      text: "The state already has {id} as {other}. Nothing was written.",
      remedy: "To rename it, run docsform state mv {other} {address}.",
    },
    cause: "The state already has the live object at another address.",
    example: "docsform import ADDRESS ID    # of an object that another entry declares",
    remedy: "To change its address, run docsform state mv FROM TO.",
  },
  "import/other-parent": {
    message: "The layout declares {address} {declared}, but {id} is {live}. Nothing was written.",
    cause: "The live object has another place than the layout declares, so the next apply would move it.",
    example: "docsform import ADDRESS ID    # of a space in another collection",
    remedy: "Declare the live place, import the object, then move it with an apply. Import its parent first.",
  },
  "import/other-type": {
    message: { text: "{id} is {actual} (“{title}”), not {wanted}.", remedy: "Give the id of {wanted}." },
    cause: "The id belongs to an object of another type.",
    example: "docsform import ADDRESS ID    # with a space's address and a collection's id",
    remedy: "Give the id of an object of the declared type.",
  },
  "state/address-taken": {
    message: "The state already has {address}, as {id}. Nothing was changed.",
    cause: "The state already has another object at the address.",
    example: "docsform state mv FROM TO    # and TO exists",
    remedy: "Move or forget that object first, with docsform state mv or docsform state rm.",
  },
  "state/already-exists": {
    cases: {
      journal: "There is a journal at {path} already. Nothing was changed.",
      state: "There is a state at {path} already. Nothing was changed.",
    },
    cause:
      "docsform state rename cannot use the former state or journal, because the layout already has one.",
    example: "docsform state rename --from docsform.state.json -f docsform.yaml",
    remedy: "Move away the file that does not belong to this layout.",
  },
  "state/former": {
    message: {
      text: "This layout has no state. {path}, the state of the layout {layout}, has {known}, and this layout declares {declared} of them.",
      remedy: "If this layout had the name {layout} before, run: {command}",
    },
    cause:
      "The layout has no state, and another state beside it has objects that the layout declares. The layout was renamed, or moved to another file, folder or environment.",
    example: "docsform plan -f docs    # after docsform.yaml became the folder docs",
    remedy: "Run the command that the warning names: docsform state rename --from PATH.",
  },
  "state/none": {
    cases: { layout: "There is no state of this layout.", path: "There is no state at {path}." },
    cause: "The command reads or changes the state, and there is no state.",
    example: "docsform state list    # before the first apply",
    remedy: "Run docsform apply or docsform import to create it.",
    flagRemedy: "If the state has another path, name it with --state.",
  },
  "state/not-kept": {
    message: "This run keeps no state, so there is no state to change.",
    cause: "The command changes the state, and --no-state disables the state.",
    example: "docsform import ADDRESS ID --no-state",
    remedy: "",
    flagRemedy: "Remove --no-state.",
  },
  "state/of-other-stacks": {
    message: {
      text: "The objects of organization {organization} are in {paths}, but docsform expects them in {own}. Nothing was written.",
      remedy: "Run docsform state rename --from {from} -f {app} --organization {organization}.",
    },
    cause:
      "The state of an organization is named after its stack, after the app and the organization if it has several stacks, and after the app if the app has no other organization. The stacks of the app have changed, or were named one by one before.",
    example: "docsform plan cdktf.out    # after a stack for a second organization was added",
    remedy:
      "Rename the state with docsform state rename. If several stacks have a state, rename one of them, and move the objects of the others with docsform state mv. Or name the stacks one by one, as before: cdktf.out/stacks/NAME.",
  },
  "state/open-journal": {
    message:
      "A run of this layout was interrupted, and its journal has changes that the state does not have. Nothing was changed.",
    cause: "A run of this layout was interrupted, and its journal has changes that the state does not have.",
    example: "docsform state rm ADDRESS    # after an apply that was killed",
    remedy: "Run docsform apply, which completes that run. Then run the command again.",
  },
  "state/other-type": {
    message: {
      text: "{from} cannot become {to}: an address begins with its type.",
      remedy: "Write {type}. and the new name.",
    },
    cause: "The new address and the old address have different resource types.",
    example: "docsform state mv FROM TO    # where TO begins with another type",
    remedy: "Keep the resource type, which is the part before the dot.",
  },
  "state/protected": {
    cases: {
      one: "{address} is protected, and forgetting it would end its protection. Nothing was changed.",
      several:
        "{addresses} are protected, and forgetting them would end their protection. Nothing was changed.",
    },
    cause:
      "docsform state rm would forget an object with protect: true, and the object would no longer be protected.",
    example: "docsform state rm ADDRESS",
    remedy: "Set `protect: false` and apply that first.",
  },
  "state/unknown-address": {
    message: { text: "The state does not have {address}.", remedy: "{remedy}" },
    cause: "The state does not have the address.",
    example: "docsform state rm nowhere",
    remedy: "Correct the address. docsform state list lists the state's addresses.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
