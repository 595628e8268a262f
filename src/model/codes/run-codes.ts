import type { CodeEntry } from "./code-entry.ts";

/** Of a run: reading, applying, and what is kept on the disk. */
export const runCodes = {
  "accept/app": {
    cause: "accept changes the file that people wrote, and an app is synthesised anew each time.",
    example: "docsform accept -f cdktf.out",
    remedy: "Change the app itself; docsform drift tells what differs.",
  },
  "accept/file-changed": {
    cause: "The layout was changed while accept was at work.",
    example: "docsform accept    # while an editor saves docsform.yaml",
    remedy: "Nothing was written. Run it again.",
  },
  "accept/no-state": {
    cause: "Without a state nobody can tell what was changed on the service, and what in the layout.",
    example: "docsform accept --no-state",
    remedy: "Name what to accept by its address, or take over everything with docsform pull --update.",
  },
  "accept/not-as-live": {
    cause: "The changed layout would not say what is live: a fault of docsform.",
    example: "docsform accept",
    remedy: "Nothing was written. Report it, and change the layout by hand.",
  },
  "accept/unknown-address": {
    cause: "accept was given an address that the layout does not declare.",
    example: "docsform accept nowhere",
    remedy: "Name what docsform drift tells.",
  },
  "accept/unreadable": {
    cause: "The changed layout would not read any more: a fault of docsform.",
    example: "docsform accept",
    remedy: "Nothing was written. Report it, and change the layout by hand.",
  },
  "import/elsewhere": {
    cause:
      "What is to be imported is in another place than the layout gives it, and the next apply would move it.",
    example: "docsform import ADDRESS ID    # of a space in another collection",
    remedy: "Declare it where it is, import it, and move it by an apply then.",
  },
  "import/known-otherwise": {
    cause: "The state knows the object that is to be imported by another address.",
    example: "docsform import ADDRESS ID    # of what another entry is",
    remedy: "To call it otherwise from now on: docsform state mv FROM TO.",
  },
  "import/not-declared": {
    cause: "An address is to be imported that the layout does not declare: the next apply would forget it.",
    example: "docsform import ADDRESS ID    # of an address with a mistake in it",
    remedy: "Declare it first, or correct the address.",
  },
  "import/not-there": {
    cause:
      "The id that is to be imported is that of nothing that the token sees, or of something in the trash.",
    example: "docsform import ADDRESS gone",
    remedy: "Correct the id; docsform pull shows what there is. Restore what is in the trash first.",
  },
  "import/other-kind": {
    cause: "The id that is to be imported is that of another kind of object.",
    example: "docsform import ADDRESS ID    # of a collection for a space",
    remedy: "Give the id of an object of the declared kind.",
  },
  "apply/ambiguous-create": {
    cause: "It is not known whether something was created, and several live objects could be it.",
    example: "docsform apply    # after a run that was killed, while somebody made the same by hand",
    remedy: "Delete the one that is too many, or pin the right one with id:, and run apply again.",
  },
  "apply/bad-journal": {
    cause:
      "The file that is named as the journal is there, and is none: it would be removed at the end of the run.",
    example: "docsform apply --journal docsform.yaml",
    remedy: "Name another file with --journal, or leave that option out.",
  },
  "apply/bad-state": {
    cause: "The state file is not one that docsform wrote, or was broken by a merge.",
    example: "docsform plan    # with <<<<<<< in docsform.state.json",
    remedy: "Run docsform state repair, or restore it from version control. Do not edit it by hand.",
  },
  "apply/contents-changed": {
    cause: "Just before something was deleted, more was found in it, which would have gone with it.",
    example: "docsform apply --allow-deletes    # while somebody adds a space to that collection",
    remedy: "Plan again: the new plan says what becomes of its contents.",
  },
  "apply/damaged-journal": {
    cause: "The journal of an interrupted run has lines that cannot be read, as a power loss leaves them.",
    example: "docsform plan    # after a power loss",
    remedy: "Run docsform state repair, which keeps what can be read in it.",
  },
  "apply/defect": {
    cause: "Something that should not happen did: a fault of docsform. What was done before is in the state.",
    example: "docsform apply",
    remedy: "Report it.",
  },
  "apply/journal-of-another-layout": {
    cause:
      "The journal at this path was written by runs of another layout, or of another file that comes to the same name.",
    example: "docsform apply -f b.yaml --journal a.jsonl",
    remedy: "Give each layout a journal of its own, or leave --journal out.",
  },
  "apply/last-inside": {
    cause:
      "Just before something was deleted, the others beside it were gone, and the service may delete what they are in with the last one.",
    example: "docsform apply --allow-deletes    # while somebody deletes the other variants of that section",
    remedy: "Plan again: the new plan adds what is missing before it deletes anything.",
  },
  "apply/state-of-another-layout": {
    cause:
      "The state at this path belongs to a layout of another name, or to another file that comes to the same name.",
    example: "docsform plan -f b.yaml --state docsform.a.state.json",
    remedy:
      "If it is the same layout under another name: docsform state rename. Else name its own state with --state.",
  },
  "apply/state-of-another-organization": {
    cause: "The state at this path belongs to another organization.",
    example: "docsform plan    # after organization: was changed in docsform.yaml",
    remedy: "Use the state of this organization with --state, or move the file away to begin a new one.",
  },
  "apply/state-version": {
    cause: "The state was written by another version of docsform, which kept it in another form.",
    example: "docsform plan",
    remedy:
      "Use the docsform that wrote it. Or move the file away, and take over what exists with docsform import.",
  },
  "apply/no-state": {
    cause: "A state is to be renamed, and there is none.",
    example: "docsform state rename",
    remedy: "Name the state that is meant with --state.",
  },
  "apply/not-applied": {
    cause: "The service accepted a change, and shows another value all the same.",
    example: "docsform apply",
    remedy:
      "See whether somebody else changes it, or the service refuses the value silently; then plan again.",
  },
  "apply/not-seen": {
    cause: "All was done, but the service could not be read afterwards.",
    example: "docsform apply    # and the network fails at its end",
    remedy: "Run docsform plan to see whether something is left.",
  },
  "apply/old-state": {
    cause: "The state is older than the last run that the journal tells of: somebody put an older one back.",
    example: "git checkout HEAD~1 docsform.state.json && docsform apply",
    remedy:
      "Restore the newer state. If there is none, move the state away: what exists is found again by its key.",
  },
  "apply/refused": {
    cause: "Guards refuse the plan; each of them tells why, with a code of its own.",
    example: "reconciler.apply(planned, { allow: new Set() })",
    remedy: "Give the consent that each refusal names, if it is meant.",
  },
  "apply/secret-not-in-plan": {
    cause: "A saved plan holds a secret only as a hash, and cannot say where to read it.",
    example: "docsform apply plan.json",
    remedy: "Give the value with !env or !file, and plan again.",
  },
  "apply/stale-plan": {
    cause: "The service was changed between planning and applying, where the plan writes.",
    example: "docsform apply    # answered after a long while",
    remedy: "Plan again, and review the new plan.",
  },
  "apply/undeclared-change": {
    cause: "A note: the service changed a field, which is not declared, along with a declared one.",
    example: "docsform apply",
    remedy: "Nothing is to be done; declare the field if it matters.",
  },
  "apply/unknown-outcome": {
    cause: "A request was sent and its answer never came, so that nobody can say whether it was done.",
    example: "docsform apply    # over a network that fails",
    remedy: "Run apply again: it looks at what is there before it does anything a second time.",
  },
  "disk/link": {
    cause: "A file that docsform writes is a symbolic link, which it neither follows nor replaces.",
    example: "ln -s /shared/state.json docsform.state.json && docsform apply",
    remedy: "Put the file itself there, or name where it is with --state or --journal.",
  },
  "disk/not-read": {
    cause: "A file is there and cannot be read.",
    example: "chmod 000 docsform.state.json && docsform plan",
    remedy: "Correct what the message names: its mode, its owner, the disk.",
  },
  "disk/not-written": {
    cause:
      "A file cannot be written. It is tried before the first call to the service. Where it is stdout, the run went on to its end, and what it printed is missing in part.",
    example: "docsform apply    # in a folder that is read-only",
    remedy: "Correct what the message names, or name another place with --state or --journal.",
  },
  "disk/too-large": {
    cause: "A file is far larger than any of its kind, or a device gives more and more.",
    example: "docsform plan -f video.mp4",
    remedy: "Name the file that is meant.",
  },
  "live/incomplete-list": {
    cause:
      "The service counts more objects than its list shows, so nobody can say whether one of them is there.",
    example: "docsform apply",
    remedy: "Run it again. If that does not help, ask the service's support for what it counts.",
  },
  "live/no-such-list": {
    cause: "The service answers 404 to one of the organization's lists, although the organization is there.",
    example: "docsform plan    # of a service without translations",
    remedy:
      "Check that the base URL is that of the service itself. If it is, the service does not have that list: leave out of the layout what needs it.",
  },
  "live/not-told-gone": {
    cause:
      "An object that the state or Terraform's state knows is in no list, and the service does not say that it is gone.",
    example: "docsform plan    # with a token that sees less than the one before",
    remedy: "Use a token that sees it. If it is really gone, run it again later.",
  },
  "live/other-api-version": {
    cause: "The service's answers show another API version than the one that you set.",
    example: "docsform plan --api-version classic    # of a service that speaks current",
    remedy:
      "Leave out --api-version and DOCSFORM_API_VERSION, in Terraform `api_version` too, or set the right one.",
  },
  "live/unreadable-field": {
    cause:
      "An answer has something in a field that does not fit what the service's contract says. A field that nobody declares is left out, with a note; one that a layout can declare ends the command.",
    example: "docsform plan",
    remedy: "Correct it in the app. If it stays so, see whether a newer docsform can read it.",
  },
  "live/wrong-organization": {
    cause: "The token does not see the organization.",
    example: "docsform plan    # with organization: acmee",
    remedy: "Use a token of that organization, or correct its id.",
  },
  "state/address-taken": {
    cause: "The state has another object at the address.",
    example: "docsform state mv FROM TO    # and TO is there",
    remedy: "Move or forget that one first: docsform state mv, docsform state rm.",
  },
  "state/former": {
    cause:
      "The layout has no state, and one beside it fits: the layout went to another file, folder or environment, or has another name.",
    example: "docsform plan -f docs    # after docsform.yaml became the folder docs",
    remedy: "Run the command that the warning names: docsform state rename --from PATH.",
  },
  "state/none": {
    cause: "Something in the state is to be shown or changed, and there is no state.",
    example: "docsform state list    # before the first apply",
    remedy: "An apply makes it, and so does docsform import. If it is kept elsewhere, name it with --state.",
  },
  "state/not-kept": {
    cause: "The state is to be changed, and the command was told to keep none.",
    example: "docsform import ADDRESS ID --no-state",
    remedy: "Leave out --no-state.",
  },
  "state/open-journal": {
    cause: "A run of this layout was interrupted, and its journal knows what the state does not.",
    example: "docsform state rm ADDRESS    # after an apply that was killed",
    remedy: "Run docsform apply, which takes up what that run began; then try again.",
  },
  "state/other-type": {
    cause: "An address in the state is to become one of another type.",
    example: "docsform state mv FROM TO    # where TO begins with another word",
    remedy: "Keep what stands before the dot.",
  },
  "state/protected": {
    cause: "What is to be forgotten says protect: true, and nobody would protect it any more.",
    example: "docsform state rm ADDRESS",
    remedy: "Declare protect: false and apply that first.",
  },
  "state/there-already": {
    cause: "A state or a journal is to be taken over from a former name, and the layout has one of its own.",
    example: "docsform state rename --from docsform.state.json -f docsform.yaml",
    remedy: "Move away the one of the two that is not this layout's.",
  },
  "state/unknown-address": {
    cause: "The state does not know the address.",
    example: "docsform state rm nowhere",
    remedy: "Correct it; docsform state list shows what it knows.",
  },
  "pull/not-as-live": {
    cause: "What pull wrote does not read back as what is live: a fault of docsform.",
    example: "docsform pull --out docsform.yaml",
    remedy: "Report it. With --no-state the layout is written all the same.",
  },
  "run/busy": {
    cause: "Another run applies this layout on this disk just now.",
    example: "docsform apply    # in two terminals",
    remedy:
      "Wait for it with --wait SECONDS. After a run that was killed, docsform unlock ends its lock at once.",
  },
  "run/lock-lost": {
    cause: "While this run applied, another took over the layout, or somebody released its lock.",
    example: "docsform unlock    # while an apply is at work",
    remedy: "Plan again when the other run has ended.",
  },
  "run/no-progress": {
    cause: "Nothing has succeeded for minutes; what had not begun by then was not tried.",
    example: "docsform apply    # while the service answers with errors",
    remedy: "See with --verbose what the service answers; then run apply again to go on.",
  },
  "run/not-permitted": {
    cause:
      "The service refused an operation on three objects and did it on none, so the rest of them was not tried.",
    example: "docsform apply    # with a token that may only read",
    remedy: "Give the token's user the permission, and run apply again to go on.",
  },
  "run/other-api-version": {
    cause: "In the middle of a run, the service's answers show another API version than at its beginning.",
    example: "docsform apply    # while the service is upgraded",
    remedy: "Plan again once the service has settled, and review the new plan.",
  },
  "run/overtaken": {
    cause: "Another run has applied this layout, or changed its state, since this one read it.",
    example: "docsform apply    # answered after another one has ended",
    remedy: "Run it again.",
  },
  "run/timeout": {
    cause: "The time that --timeout gives is over; what had not begun by then was not tried.",
    example: "docsform apply --timeout 60",
    remedy: "Run it again to go on, or give it more time.",
  },
  "run/token-refused": {
    cause: "The service no longer accepts the token, in the midst of a run.",
    example: "docsform apply    # while the token is revoked",
    remedy: "Make a new token, and run apply again to go on.",
  },
  "saved-plan/not-whole": {
    cause: "The file of a plan is not as it was saved.",
    example: "docsform apply plan.json    # after somebody edited it",
    remedy: "Plan again, and review the new plan.",
  },
  "saved-plan/other-decision": {
    cause: "Decided again, the plan is another one: the service was changed since, or the file was.",
    example: "docsform apply plan.json    # a day later",
    remedy: "Plan again, and review the new plan.",
  },
  "saved-plan/other-api-version": {
    cause: "The plan was made for another API version than the service speaks.",
    example: "docsform apply plan.json    # after the service was upgraded",
    remedy: "Plan again, and review the new plan.",
  },
  "saved-plan/other-layout": {
    cause: "The plan was made of a layout of another name or place.",
    example: "docsform apply plan.json -f b.yaml    # of a plan of a.yaml",
    remedy: "Name the layout that the plan was made from with --file, or its state with --state.",
  },
  "saved-plan/other-state": {
    cause: "The state at hand is not the one that the plan was made with.",
    example: "docsform apply plan.json    # on a runner without docsform.state.json",
    remedy: "Bring the state along, or name it with --state. If something was applied meanwhile, plan again.",
  },
  "saved-plan/other-plan": {
    cause: "The plan is not the one whose hash --expect gives.",
    example: "docsform apply plan.json --expect 0000",
    remedy: "Apply the plan that was reviewed, or plan again.",
  },
  "saved-plan/version": {
    cause: "The plan was saved by another version of docsform, which kept it in another form.",
    example: "docsform apply old-plan.json",
    remedy: "Use the docsform that wrote it. Or plan again: docsform plan --out FILE.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
