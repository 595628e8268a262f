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
    remedy:
      "Delete the extra object, or confirm the right one with docsform import ADDRESS ID or id:. Then run apply again.",
  },
  "apply/bad-journal": {
    message: "{path} is not a journal of docsform.",
    remedy: "Name another file, which docsform creates and removes itself.",
    flagRemedy: "Name it with DOCSFORM_JOURNAL, or unset that variable.",
  },
  "apply/bad-state": {
    message: "{path} is not a state of docsform: {reason}.",
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
    remedy: "Plan again: the new plan lists its contents.",
  },
  "apply/damaged-journal": {
    cases: {
      one: "{path} has a line that cannot be read. A power loss can cause this.",
      several: "{path} has {lines} lines that cannot be read. A power loss can cause this.",
    },
    remedy: "Run docsform state repair, which keeps the readable lines.",
  },
  "apply/defect": {
    message: "docsform failed because of a bug: {problem}",
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
    remedy: "Give each layout its own journal.",
    flagRemedy: "Name it with DOCSFORM_JOURNAL, or unset that variable.",
  },
  "apply/journal-version": {
    cases: {
      other: "{path} has the format version {found}, but this docsform reads version {version}.",
      unknown: "{path} has an unknown format version, but this docsform reads version {version}.",
    },
    remedy:
      "Apply the layout with the version of docsform that wrote it, which completes the run. Or move the file away: the next plan finds what the run created by its key.",
  },
  "apply/last-child": {
    message:
      "docsform did not delete {address}: it is now the last object in {parent}, and the service may delete {parent} with it.",
    remedy: "Plan again: the new plan adds what is missing before it deletes.",
  },
  "apply/no-state": {
    message: "There is no state at {path}.",
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
    remedy:
      "Check whether another user writes to the object, or whether the service ignores the value; then plan again.",
  },
  "apply/not-confirmed": {
    message:
      "docsform did not open {address} to more people: the response to its create was lost, and nothing shows that docsform created {id}, which has the same values.",
    remedy: "Confirm it with docsform import ADDRESS ID, and run apply again.",
  },
  "apply/not-verified": {
    message: "Every step succeeded, but docsform could not read the service afterwards. {failure}",
    remedy: "Run docsform plan to check whether any change is left.",
  },
  "apply/old-state": {
    message:
      "The state has the serial number {serial}, but the journal's last run used the state number {newest}: an older state file was restored.",
    remedy:
      "Restore the newer state. If there is none, move the state away: docsform then finds the existing objects by their keys.",
  },
  "apply/other-id": {
    message:
      "The service answered the create of {address} with the id {id}, which is not that of a new object. docsform looks for the object by its values.",
    remedy:
      "Look for a proxy between docsform and the service. If there is none, tell the service's support.",
  },
  "apply/other-object": {
    cases: {
      gone: "{address} does not exist any more.",
      taken:
        "{address}: another user created the {object} {id} with the same key. The call would write over it, so docsform did not send it.",
      written: "{address}: the service wrote the object {id}, which another user created with the same key.",
    },
    remedy: "Plan again, and check what the other user did.",
  },
  "apply/refused": {
    message: { text: "{refusals}", remedy: "{remedies}" },
    remedy: "Review each refusal, and give the permission that it names.",
  },
  "apply/secret-not-in-plan": {
    message: "The plan contains only the hash of a secret, and does not record where to read the secret.",
    remedy: "Give the value with !env or !file, and plan again.",
  },
  "apply/stale-plan": {
    cases: {
      conflicts: "The plan no longer fits. {conflicts}",
      apiVersion:
        "The plan no longer fits. It is for the API version {planned}, but the service's responses show {shown}.",
    },
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
    remedy: "Use this organization's state, or move the file away to start a new one.",
    flagRemedy: "If the state has another path, name it with --state.",
  },
  "apply/state-version": {
    message: "{path} has the format version {found}, but this docsform reads version {version}.",
    remedy:
      "Use the version of docsform that wrote it. Or move the file away, and import the existing objects with docsform import.",
  },
  "apply/stays-closed": {
    message: {
      text: "docsform has not opened {addresses}: something in it has to be closed or removed before, and this run leaves that out.",
      remedy:
        "Apply without --skip-deletes and without a selection, or permit the deletes with --allow-deletes.",
    },
    remedy: "Apply the whole plan, or first apply what closes and removes.",
  },
  "apply/undeclared-change": {
    cases: {
      value: "The service also changed {attribute} from {before} to {after}. The layout does not declare it.",
      secret: "The service also changed {attribute}. The layout does not declare it.",
    },
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
    remedy: "Run apply again: it checks what exists before it repeats a request.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
