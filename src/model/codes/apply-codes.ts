import type { CodeEntry } from "./code-entry.ts";

/** Codes of applying a plan. */
export const applyCodes = {
  "apply/ambiguous-create": {
    cases: {
      lost: {
        text: "The response to the create of {address} was lost, and {count} {objects} match it: {ids}.",
        remedy:
          "Pin the right one with `id:` in the layout (for example id: {first}), and delete the others.",
      },
      unproven: {
        text: "The response to the create of {address} was lost. The {object} {id} matches it, but another person may have created it.",
        remedy:
          "Find out who created it. If it belongs to the layout, confirm it with docsform import {address} {id}. Otherwise delete it or rename it. Then run apply again.",
      },
      terraform: {
        text: "{problem}",
        remedy: "Import the right one into {address}, and delete the others if you do not need them.",
      },
      interrupted: {
        text: "An earlier run was interrupted while it created {address}. {objects} could be the one that it created: {ids}.",
        remedy: "Import the right one, and delete the others if you do not need them.",
      },
    },
    cause:
      "docsform does not know whether a create succeeded, because several live objects match it, or one that may be another person's.",
    example:
      "docsform apply    # after a run that was killed, while a colleague created the same object by hand",
    remedy:
      "Delete the extra object, or confirm the right one with docsform import ADDRESS ID or id:. Then run apply again.",
  },
  "apply/bad-journal": {
    message: "{path} is not a journal of docsform.",
    cause:
      "The file that DOCSFORM_JOURNAL names exists and is not a journal. docsform would delete it at the end of the run.",
    example: "DOCSFORM_JOURNAL=docsform.yaml docsform apply",
    remedy: "Name another file, which docsform creates and removes itself.",
    flagRemedy: "Name it with DOCSFORM_JOURNAL, or unset that variable.",
  },
  "apply/bad-state": {
    message: "{path} is not a state of docsform: {reason}.",
    cause: "The state file is damaged, for example by a merge, or another program wrote it.",
    example: "docsform plan    # with <<<<<<< in docsform.state.json",
    remedy: "Run docsform state repair, or restore the file from version control. Do not edit it by hand.",
  },
  "apply/contents-changed": {
    cases: {
      unknown:
        "docsform did not delete {address}: something is still inside it, which the service would delete with it.",
      named:
        "docsform did not delete {address}: another user put {contents} inside it, which the service would delete with it.",
      terraform: {
        text: "It still contains {contents}. The delete would remove that too.",
        remedy:
          "Terraform deletes before it moves. To keep contents that Terraform manages, apply twice: first give them their new `{field}` and keep this resource, then remove this resource. Move, delete or import contents that Terraform does not manage. To delete them too, set `{flag} = true` in its block, apply, and then delete it.",
      },
      terraformUnknown: {
        text: "It contains objects that the provider does not know, and the delete would remove them too: {contents}.",
        remedy:
          "Move or delete them in the app, then apply again. Or remove this resource from the state with a `removed` block.",
      },
    },
    cause:
      "docsform was about to delete an object, and found new contents in it. The delete would remove the contents too.",
    example: "docsform apply --allow-deletes    # while a colleague adds a space to that collection",
    remedy: "Plan again: the new plan lists its contents.",
  },
  "apply/damaged-journal": {
    cases: {
      one: "{path} has a line that cannot be read. A power loss can cause this.",
      several: "{path} has {lines} lines that cannot be read. A power loss can cause this.",
    },
    cause: "The journal of an interrupted run has unreadable lines. A power loss can cause this.",
    example: "docsform plan    # after a power loss",
    remedy: "Run docsform state repair, which keeps the readable lines.",
  },
  "apply/defect": {
    message: "docsform failed because of a bug: {problem}",
    cause: "docsform failed because of a bug in docsform.",
    example: "docsform apply",
    remedy: "Report the bug. The state records what the run did before the failure.",
  },
  "apply/journal-of-another-layout": {
    cases: {
      name: "{path} is the journal of the layout {other}, but this layout is {layout}.",
      source: {
        text: "{path} is the journal of {other}, which exists too. This layout is {layout}.",
        remedy:
          "Give one of them another name with name:, or another folder. If it is this layout's state under another name, run docsform state rename.",
      },
    },
    cause:
      "The journal at this path belongs to another layout, or to another layout file or environment that has the same journal path.",
    example: "DOCSFORM_JOURNAL=a.jsonl docsform apply -f b.yaml",
    remedy: "Give each layout its own journal.",
    flagRemedy: "Name it with DOCSFORM_JOURNAL, or unset that variable.",
  },
  "apply/journal-version": {
    cases: {
      other: "{path} has the format version {found}, but this docsform reads version {version}.",
      unknown: "{path} has an unknown format version, but this docsform reads version {version}.",
    },
    cause: "Another version of docsform wrote the journal, in another format.",
    example: "docsform plan    # after a run of another version was interrupted",
    remedy:
      "Apply the layout with the version of docsform that wrote it, which completes the run. Or move the file away: the next plan finds what the run created by its key.",
  },
  "apply/last-child": {
    message:
      "docsform did not delete {address}: it is now the last object in {parent}, and the service may delete {parent} with it.",
    cause:
      "docsform was about to delete an object, and found that its siblings were gone. The service may delete the parent together with the last child.",
    example:
      "docsform apply --allow-deletes    # while a colleague deletes the other variants of that section",
    remedy: "Plan again: the new plan adds what is missing before it deletes.",
  },
  "apply/no-state": {
    message: "There is no state at {path}.",
    cause: "There is no state to rename.",
    example: "docsform state rename",
    remedy: "",
    flagRemedy: "If the state has another path, name it with --state.",
  },
  "apply/not-applied": {
    cases: {
      value: {
        text: "{address}: the service accepted the write, but {differences}.",
        remedy:
          "Declare the value as the service stores it, or check whether another user writes to it, and plan again.",
      },
      missing: "{address}: the service accepted the write, but the object does not exist.",
      stillThere: "{address}: the service accepted the write, but the object still exists.",
      parent: "{address}: the service accepted the write, but its parent is {parent}, not the declared one.",
      default:
        "{address}: the service accepted the write, but the object is not the default among its siblings.",
      order: {
        text: "{address}: the live order inside {place} is not the declared order.",
        remedy: "Check whether another user sorts it, and plan again.",
      },
    },
    cause: "The service accepted a write, but its reads show another value.",
    example: "docsform apply",
    remedy:
      "Check whether another user writes to the object, or whether the service ignores the value; then plan again.",
  },
  "apply/not-confirmed": {
    message:
      "docsform did not open {address} to more people: the response to its create was lost, and nothing shows that docsform created {id}, which has the same values.",
    cause:
      "The response to a create was lost. docsform found one object that has everything it had sent, but the service does not show when that object was created, so another person may have created it. docsform continues with it, and neither opens nor deletes it before you confirm it.",
    example: "docsform apply    # of a collection with defaultLevel: edit, over a network that fails",
    remedy: "Confirm it with docsform import ADDRESS ID, and run apply again.",
  },
  "apply/not-verified": {
    message: "Every step succeeded, but docsform could not read the service afterwards. {failure}",
    cause: "Every step succeeded, but docsform could not read the service afterwards.",
    example: "docsform apply    # and the network fails at its end",
    remedy: "Run docsform plan to check whether any change is left.",
  },
  "apply/old-state": {
    message:
      "The state has the serial number {serial}, but the journal's last run used the state number {newest}: an older state file was restored.",
    cause: "The state is older than the last run in the journal: an older state file was restored.",
    example: "git checkout HEAD~1 docsform.state.json && docsform apply",
    remedy:
      "Restore the newer state. If there is none, move the state away: docsform then finds the existing objects by their keys.",
  },
  "apply/other-id": {
    message:
      "The service answered the create of {address} with the id {id}, which is not that of a new object. docsform looks for the object by its values.",
    cause: "The response of a create has no id, or the id of an object that was there before.",
    example: "docsform apply    # through a proxy that answers from a cache",
    remedy:
      "Look for a proxy between docsform and the service. If there is none, tell the service's support.",
  },
  "apply/refused": {
    message: { text: "{refusals}", remedy: "{remedies}" },
    cause: "Guards refuse the plan. Each refusal has a code and a reason of its own.",
    example: "reconciler.apply(planned, { allow: new Set() })",
    remedy: "Review each refusal, and give the permission that it names.",
  },
  "apply/secret-not-in-plan": {
    message: "The plan contains only the hash of a secret, and does not record where to read the secret.",
    cause: "A saved plan contains only the hash of a secret, and does not record where to read the secret.",
    example: "docsform apply plan.json",
    remedy: "Give the value with !env or !file, and plan again.",
  },
  "apply/stale-plan": {
    cases: {
      conflicts: "The plan no longer fits. {conflicts}",
      apiVersion:
        "The plan no longer fits. It is for the API version {planned}, but the service's responses show {shown}.",
    },
    cause: "The service changed after the plan was made, and the change affects a step of the plan.",
    example: "docsform apply    # answered after a long time",
    remedy: "Plan again, and review the new plan.",
  },
  "apply/state-of-another-layout": {
    cases: {
      name: "{path} is the state of the layout {other}, but this layout is {layout}.",
      source: {
        text: "{path} is the state of {other}, which exists too. This layout is {layout}.",
        remedy:
          "Give one of them another name with name:, or another folder. If it is this layout's state under another name, run docsform state rename.",
      },
    },
    cause:
      "The state at this path belongs to a layout with another name, or to another layout file or environment that has the same state path.",
    example: "docsform plan -f b.yaml --state docsform.a.state.json",
    remedy:
      "If it is the same layout under another name, run docsform state rename. If not, use this layout's own state.",
    flagRemedy: "If the state has another path, name it with --state.",
  },
  "apply/state-of-another-organization": {
    cases: {
      state: "{path} is the state of the organization {other}, but this layout is for {organizationId}.",
      receiver: {
        text: "The other layout belongs to the organization {organizationId}. Nothing was changed.",
        remedy: "Name a layout of the same organization.",
      },
    },
    cause: "The state at this path belongs to another organization.",
    example: "docsform plan    # after organization: was changed in docsform.yaml",
    remedy: "Use this organization's state, or move the file away to start a new one.",
    flagRemedy: "If the state has another path, name it with --state.",
  },
  "apply/state-version": {
    message: "{path} has the format version {found}, but this docsform reads version {version}.",
    cause: "Another version of docsform wrote the state, in another format.",
    example: "docsform plan",
    remedy:
      "Use the version of docsform that wrote it. Or move the file away, and import the existing objects with docsform import.",
  },
  "apply/stays-closed": {
    message: {
      text: "docsform has not opened {addresses}: something in it has to be closed or removed before, and this run leaves that out.",
      remedy:
        "Apply without --skip-deletes and without a selection, or permit the deletes with --allow-deletes.",
    },
    cause:
      "A step opens something to more people. Another step closes or removes something there, and --skip-deletes, --target, --only or --exclude leaves that one out. Without it, people would see what the layout never shows them.",
    example: "docsform apply --skip-deletes    # the layout publishes a site and removes a section from it",
    remedy: "Apply the whole plan, or first apply what closes and removes.",
  },
  "apply/undeclared-change": {
    cases: {
      value: "The service also changed {attribute} from {before} to {after}. The layout does not declare it.",
      secret: "The service also changed {attribute}. The layout does not declare it.",
    },
    cause: "A note: the service changed an undeclared field together with a declared one.",
    example: "docsform apply",
    remedy: "No action is needed. Declare the field if its value matters.",
  },
  "apply/unknown-outcome": {
    cases: {
      unlisted: "{failure} docsform does not know whether {address} exists: lists do not show it.",
      earlierAttempt:
        "{failure} docsform does not know whether {address} exists: an earlier attempt may have created it.",
      unreadable:
        "{failure} docsform does not know whether {address} exists: the reads that would show it fail too.",
      write: "{failure} The call wrote to {address}, and the service does not show the new value.",
    },
    cause:
      "docsform sent a request and received no response, so it does not know whether the service applied it.",
    example: "docsform apply    # over a network that fails",
    remedy: "Run apply again: it checks what exists before it repeats a request.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
