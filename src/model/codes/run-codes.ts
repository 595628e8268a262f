import type { CodeEntry } from "./code-entry.ts";

/** Codes of a run: reading, applying, and files on the disk. */
export const runCodes = {
  "accept/app": {
    cause:
      "docsform accept changes the files of a layout. Each synthesis overwrites the files of a synthesized app.",
    example: "docsform accept -f cdktf.out",
    remedy: "Change the app itself. docsform drift lists the differences.",
  },
  "accept/file-changed": {
    cause: "The layout's file changed while docsform accept was running.",
    example: "docsform accept    # while an editor saves docsform.yaml",
    remedy: "Nothing was written. Run the command again.",
  },
  "accept/no-state": {
    cause: "Without a state docsform cannot distinguish changes on the service from changes in the layout.",
    example: "docsform accept --no-state",
    remedy: "Name the addresses to accept, or accept everything with docsform pull --update.",
  },
  "accept/does-not-match": {
    cause: "The changed layout would not match the service. This is a bug in docsform.",
    example: "docsform accept",
    remedy: "Nothing was written. Report the bug, and change the layout by hand.",
  },
  "accept/unreadable": {
    cause: "docsform could not read the changed layout. This is a bug in docsform.",
    example: "docsform accept",
    remedy: "Nothing was written. Report the bug, and change the layout by hand.",
  },
  "import/other-parent": {
    cause: "The live object has another place than the layout declares, so the next apply would move it.",
    example: "docsform import ADDRESS ID    # of a space in another collection",
    remedy: "Declare the live place, import the object, then move it with an apply.",
  },
  "import/other-address": {
    cause: "The state already has the live object at another address.",
    example: "docsform import ADDRESS ID    # of an object that another entry declares",
    remedy: "To change its address, run docsform state mv FROM TO.",
  },
  "import/not-declared": {
    cause: "The layout does not declare the address, so the next apply would forget the imported object.",
    example: "docsform import ADDRESS ID    # with a typing error in the address",
    remedy: "Declare the object first, or correct the address.",
  },
  "import/not-found": {
    cause: "No object that the token has access to has this id, or the object is in the trash.",
    example: "docsform import ADDRESS gone",
    remedy:
      "Correct the id: docsform pull lists the objects with their ids. If the object is in the trash, restore it first.",
  },
  "import/other-type": {
    cause: "The id belongs to an object of another type.",
    example: "docsform import ADDRESS ID    # with a space's address and a collection's id",
    remedy: "Give the id of an object of the declared type.",
  },
  "apply/ambiguous-create": {
    cause: "docsform does not know whether a create succeeded, because several live objects match it.",
    example:
      "docsform apply    # after a run that was killed, while a colleague created the same object by hand",
    remedy: "Delete the extra object, or pin the right one with id:. Then run apply again.",
  },
  "apply/bad-journal": {
    cause:
      "The file that --journal names exists and is not a journal. docsform would delete it at the end of the run.",
    example: "docsform apply --journal docsform.yaml",
    remedy: "Name another file with --journal, or remove the flag.",
  },
  "apply/bad-state": {
    cause: "The state file is damaged, for example by a merge, or another program wrote it.",
    example: "docsform plan    # with <<<<<<< in docsform.state.json",
    remedy: "Run docsform state repair, or restore the file from version control. Do not edit it by hand.",
  },
  "apply/contents-changed": {
    cause:
      "docsform was about to delete an object, and found new contents in it. The delete would remove the contents too.",
    example: "docsform apply --allow-deletes    # while a colleague adds a space to that collection",
    remedy: "Plan again: the new plan lists the contents.",
  },
  "apply/damaged-journal": {
    cause: "The journal of an interrupted run has unreadable lines. A power loss can cause this.",
    example: "docsform plan    # after a power loss",
    remedy: "Run docsform state repair, which keeps the readable lines.",
  },
  "apply/defect": {
    cause:
      "docsform failed because of a bug in docsform. The state records what the run did before the failure.",
    example: "docsform apply",
    remedy: "Report the bug.",
  },
  "apply/journal-of-another-layout": {
    cause:
      "The journal at this path belongs to another layout, or to another layout file or environment that has the same journal path.",
    example: "docsform apply -f b.yaml --journal a.jsonl",
    remedy: "Give each layout its own journal, or remove --journal.",
  },
  "apply/journal-version": {
    cause: "Another version of docsform wrote the journal, in another format.",
    example: "docsform plan    # after a run of another version was interrupted",
    remedy:
      "Apply the layout with that version of docsform, which completes the run. Or move the file away: the next plan finds what the run created by its key.",
  },
  "apply/last-child": {
    cause:
      "docsform was about to delete an object, and found that its siblings were gone. The service may delete the parent together with the last child.",
    example:
      "docsform apply --allow-deletes    # while a colleague deletes the other variants of that section",
    remedy: "Plan again: the new plan adds what is missing before it deletes.",
  },
  "apply/state-of-another-layout": {
    cause:
      "The state at this path belongs to a layout with another name, or to another layout file or environment that has the same state path.",
    example: "docsform plan -f b.yaml --state docsform.a.state.json",
    remedy:
      "If it is the same layout under another name, run docsform state rename. If not, name this layout's own state with --state.",
  },
  "apply/state-of-another-organization": {
    cause: "The state at this path belongs to another organization.",
    example: "docsform plan    # after organization: was changed in docsform.yaml",
    remedy: "Name this organization's state with --state, or move the file away to start a new one.",
  },
  "apply/state-version": {
    cause: "Another version of docsform wrote the state, in another format.",
    example: "docsform plan",
    remedy:
      "Use that version of docsform. Or move the file away and import the existing objects with docsform import.",
  },
  "apply/no-state": {
    cause: "There is no state to rename.",
    example: "docsform state rename",
    remedy: "Name the right state with --state.",
  },
  "apply/not-applied": {
    cause: "The service accepted a write, but its reads show another value.",
    example: "docsform apply",
    remedy:
      "Check whether another user changes the object, or whether the service ignores the value; then plan again.",
  },
  "apply/not-verified": {
    cause: "Every step succeeded, but docsform could not read the service afterwards.",
    example: "docsform apply    # and the network fails at its end",
    remedy: "Run docsform plan to check whether any change is left.",
  },
  "apply/old-state": {
    cause: "The state is older than the last run in the journal: an older state file was restored.",
    example: "git checkout HEAD~1 docsform.state.json && docsform apply",
    remedy:
      "Restore the newer state. If there is none, move the state away: docsform then finds the existing objects by their keys.",
  },
  "apply/refused": {
    cause: "Guards refuse the plan. Each refusal has a code and a reason of its own.",
    example: "reconciler.apply(planned, { allow: new Set() })",
    remedy: "Review each refusal, and give the permission that it names.",
  },
  "apply/secret-not-in-plan": {
    cause: "A saved plan contains only the hash of a secret, and does not record where to read the secret.",
    example: "docsform apply plan.json",
    remedy: "Give the value with !env or !file, and plan again.",
  },
  "apply/stale-plan": {
    cause: "The service changed after the plan was made, and the change affects a step of the plan.",
    example: "docsform apply    # answered after a long time",
    remedy: "Plan again, and review the new plan.",
  },
  "apply/undeclared-change": {
    cause: "A note: the service changed an undeclared field together with a declared one.",
    example: "docsform apply",
    remedy: "No action is needed. Declare the field if its value matters.",
  },
  "apply/unknown-outcome": {
    cause:
      "docsform sent a request and received no response, so it does not know whether the service applied it.",
    example: "docsform apply    # over a network that fails",
    remedy: "Run apply again: it checks what exists before it repeats a request.",
  },
  "disk/link": {
    cause: "A file that docsform writes is a symbolic link. docsform does not follow or replace links.",
    example: "ln -s /shared/state.json docsform.state.json && docsform apply",
    remedy: "Put the file itself there, or name its real path with --state or --journal.",
  },
  "disk/not-read": {
    cause: "A file exists but cannot be read.",
    example: "chmod 000 docsform.state.json && docsform plan",
    remedy: "Fix the cause that the message names: the file's mode, its owner or the disk.",
  },
  "disk/not-written": {
    cause:
      "docsform cannot write a file. It tries its files before the first call to the service. If the file is stdout, the run finished and a part of the output is missing.",
    example: "docsform apply    # in a read-only folder",
    remedy: "Fix the cause that the message names, or name another path with --state or --journal.",
  },
  "disk/too-large": {
    cause: "A file is far larger than docsform expects, or a device produces data without end.",
    example: "docsform plan -f video.mp4",
    remedy: "Name the right file.",
  },
  "live/incomplete-list": {
    cause:
      "The service counts more objects than its list shows, so docsform cannot know whether an object exists.",
    example: "docsform apply",
    remedy: "Run the command again. If that does not help, ask the service's support about the count.",
  },
  "live/no-such-list": {
    cause:
      "The service responds with 404 to one of the organization's lists, although the organization exists.",
    example: "docsform plan    # on a service without translations",
    remedy:
      "Check that the base URL is the service's own. If it is, the service does not have that list: remove from the layout what needs it.",
  },
  "live/not-confirmed-gone": {
    cause:
      "The service's lists do not contain an object of the state, and the service does not confirm that the object is gone.",
    example: "docsform plan    # with a token that has access to fewer objects than the one before",
    remedy: "Use a token that has access to the object. If the object is gone, run the command again later.",
  },
  "live/other-api-version": {
    cause: "The service's responses show another API version than the one that you set.",
    example: "docsform plan --api-version classic    # of a service that speaks current",
    remedy:
      "Remove --api-version, DOCSFORM_API_VERSION or the provider's `api_version`, or set the right one.",
  },
  "live/unreadable-field": {
    cause:
      "A field of a response has a value that the service's contract does not allow. docsform ignores a field that a layout cannot declare, with a note. For a field that a layout can declare, the command fails.",
    example: "docsform plan",
    remedy: "Correct the value in the app. If that does not help, check for a newer docsform.",
  },
  "live/wrong-organization": {
    cause: "The token has no access to the organization.",
    example: "docsform plan    # with organization: acmee",
    remedy: "Use a token of that organization, or correct the organization's id.",
  },
  "state/address-taken": {
    cause: "The state already has another object at the address.",
    example: "docsform state mv FROM TO    # and TO exists",
    remedy: "Move or forget that object first, with docsform state mv or docsform state rm.",
  },
  "state/former": {
    cause:
      "The layout has no state, and another state beside it has objects that the layout declares. The layout was renamed, or moved to another file, folder or environment.",
    example: "docsform plan -f docs    # after docsform.yaml became the folder docs",
    remedy: "Run the command that the warning names: docsform state rename --from PATH.",
  },
  "state/none": {
    cause: "The command reads or changes the state, and there is no state.",
    example: "docsform state list    # before the first apply",
    remedy:
      "Run docsform apply or docsform import to create it. If the state has another path, name it with --state.",
  },
  "state/not-kept": {
    cause: "The command changes the state, and --no-state disables the state.",
    example: "docsform import ADDRESS ID --no-state",
    remedy: "Remove --no-state.",
  },
  "state/open-journal": {
    cause: "A run of this layout was interrupted, and its journal has changes that the state does not have.",
    example: "docsform state rm ADDRESS    # after an apply that was killed",
    remedy: "Run docsform apply, which completes that run. Then run the command again.",
  },
  "state/other-type": {
    cause: "The new address and the old address have different resource types.",
    example: "docsform state mv FROM TO    # where TO begins with another type",
    remedy: "Keep the resource type, which is the part before the dot.",
  },
  "state/protected": {
    cause:
      "docsform state rm would forget an object with protect: true, and the object would no longer be protected.",
    example: "docsform state rm ADDRESS",
    remedy: "Set protect: false and apply that first.",
  },
  "state/already-exists": {
    cause:
      "docsform state rename cannot use the former state or journal, because the layout already has one.",
    example: "docsform state rename --from docsform.state.json -f docsform.yaml",
    remedy: "Move away the file that does not belong to this layout.",
  },
  "state/unknown-address": {
    cause: "The state does not have the address.",
    example: "docsform state rm nowhere",
    remedy: "Correct the address. docsform state list lists the state's addresses.",
  },
  "pull/does-not-match": {
    cause: "The layout that pull wrote does not match the service. This is a bug in docsform.",
    example: "docsform pull --out docsform.yaml",
    remedy: "Report the bug. With --no-state, pull writes the layout anyway.",
  },
  "run/locked": {
    cause: "Another run has the lock of this layout on this machine.",
    example: "docsform apply    # in two terminals",
    remedy: "Wait for it with --wait SECONDS. If that run was killed, docsform unlock ends its lock at once.",
  },
  "run/lock-lost": {
    cause: "During the run, another run took its lock, or a person released the lock.",
    example: "docsform unlock    # while an apply is running",
    remedy: "Plan again when the other run has ended.",
  },
  "run/no-progress": {
    cause: "No call succeeded for several minutes. docsform did not start the remaining steps.",
    example: "docsform apply    # while the service responds with errors",
    remedy: "Check the service's responses with --verbose. Then run apply again to continue.",
  },
  "run/not-permitted": {
    cause:
      "The service refused an operation on three objects and allowed it on none, so docsform did not try the other objects.",
    example: "docsform apply    # with a read-only token",
    remedy: "Give the token's user the permission, then run apply again to continue.",
  },
  "run/other-api-version": {
    cause: "During the run, the service's responses started to show another API version.",
    example: "docsform apply    # while the service is upgraded",
    remedy: "Plan again once the service has settled, and review the new plan.",
  },
  "run/state-changed": {
    cause: "Another run has applied this layout or changed its state since this run read the state.",
    example: "docsform apply    # answered after another apply has ended",
    remedy: "Run the command again.",
  },
  "run/timeout": {
    cause: "The time limit of --timeout has passed. docsform did not start the remaining steps.",
    example: "docsform apply --timeout 60",
    remedy: "Run the command again to continue, or raise --timeout.",
  },
  "run/token-refused": {
    cause: "The service rejected the token during the run.",
    example: "docsform apply    # while the token is revoked",
    remedy: "Create a new token, then run apply again to continue.",
  },
  "saved-plan/changed": {
    cause: "The file of a saved plan has changed since docsform saved it.",
    example: "docsform apply plan.json    # after an edit of the file",
    remedy: "Plan again, and review the new plan.",
  },
  "saved-plan/outdated": {
    cause:
      "docsform planned again and got another plan, because the service or the plan's file has changed since then.",
    example: "docsform apply plan.json    # a day later",
    remedy: "Plan again, and review the new plan.",
  },
  "saved-plan/other-api-version": {
    cause: "The plan was made for another API version than the service has now.",
    example: "docsform apply plan.json    # after the service was upgraded",
    remedy: "Plan again, and review the new plan.",
  },
  "saved-plan/other-layout": {
    cause: "The plan was made from a layout with another name or place.",
    example: "docsform apply plan.json -f b.yaml    # of a plan of a.yaml",
    remedy: "Name the plan's layout with --file, or its state with --state.",
  },
  "saved-plan/other-state": {
    cause: "The plan was made with another state than the present one.",
    example: "docsform apply plan.json    # on a runner without docsform.state.json",
    remedy:
      "Copy the state that the plan was made with here, or name it with --state. If another run has applied changes since, plan again.",
  },
  "saved-plan/other-plan": {
    cause: "The plan does not have the hash that --expect names.",
    example: "docsform apply plan.json --expect 0000",
    remedy: "Apply the plan that was reviewed, or plan again.",
  },
  "saved-plan/version": {
    cause: "Another version of docsform saved the plan, in another format.",
    example: "docsform apply old-plan.json",
    remedy: "Use that version of docsform, or plan again with docsform plan --out FILE.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
