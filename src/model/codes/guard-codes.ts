import type { CodeEntry } from "./code-entry.ts";

/** Codes of refusals of guards. The flag that permits a refusal follows its remedy (`permit.ts`). */
export const guardCodes = {
  "guard/both-changed": {
    message: {
      text: "The service and the layout have both changed these values since the last apply: {values}.",
      remedy: "To keep the live value, copy it into the layout.",
    },
    remedy: "Copy the live value into the layout, or overwrite it with --overwrite-live.",
  },
  "guard/cascade": {
    cases: {
      declared: {
        text: "The service would delete these objects together with the objects that contain them: {objects}.",
        remedy:
          "Declare them in another place, so that apply moves them out first, or delete them in steps of their own.",
      },
      possible: {
        text: "docsform does not know which objects contain {objects}. If they are inside {containers}, the service would delete them too.",
        remedy:
          "Use a token that has access to the objects that contain them, or move them in the app to a place that the plan does not delete.",
      },
      unmanaged: {
        text: "The service would delete unmanaged contents together with the objects that contain them: {contents}.",
        remedy: "Move or delete the contents in the app first, or keep the objects that contain them.",
      },
    },
    remedy:
      "Declare the contents elsewhere, so that apply moves them out first, or delete them in a step of their own.",
  },
  "guard/copy-exists": {
    message: {
      text: "The plan creates these objects as copies, and the same place has an undeclared object with the source's name: {objects}. An interrupted run may have created it.",
      remedy: "If it is the copy, pin it with `id:`.",
    },
    remedy: "If it is the copy, pin it with id:. If not, allow another one with --allow-create.",
  },
  "guard/create-beside": {
    cases: {
      stateless: {
        text: "There is no state yet, and the plan creates these objects beside undeclared live objects: {objects}. Without a state docsform cannot distinguish a new object from a renamed one.",
        remedy:
          "If you mean a live object, pin it with `id:`. To start from all live objects, run docsform pull --organization ID --out FILE. If they are new, permit it once: the state then records them.",
      },
      forgotten: {
        text: "The plan creates these objects and forgets others of the same type: {objects}. They may be the same objects under new names.",
        remedy: "If they are, write the former name with `was:`, or pin them with `id:`.{lines}",
      },
    },
    remedy:
      "If the object is new, allow it once with --allow-create. If not, pin it with id:, or write its former name with was:.",
  },
  "guard/deletes": {
    cases: {
      alone: { text: "{deletes}.{losses}", remedy: "" },
      withRest: { text: "{deletes}.{losses}", remedy: "To apply the rest, add --skip-deletes.{lines}" },
    },
    remedy: "Allow it with --allow-deletes, or apply the rest with --skip-deletes.",
  },
  "guard/destroy-interrupted": {
    message: {
      text: "An interrupted docsform destroy was deleting these objects, and apply would recreate them.",
      remedy: "To delete the rest, run docsform destroy again.",
    },
    remedy: "Run docsform destroy again, or allow the creates with --allow-recreate.",
  },
  "guard/empty-layout": {
    message: "The layout declares no objects, so the plan would forget or delete everything.",
    remedy: "Check that its file is complete. To delete what it declared, run docsform destroy.",
  },
  "guard/external-owner": {
    message: { text: "{address}: {reason}", remedy: "{remedy}" },
    remedy: "Make the change in the other tool, or disconnect it.",
  },
  "guard/import": {
    cases: {
      changed: {
        text: "docsform did not create these objects, and no person has confirmed that they belong to this layout. They or their contents would be changed: {objects}.",
        remedy: "{advice} The permission also confirms the objects that this plan found.",
      },
      deleted: {
        text: "docsform did not create these objects, and no person has confirmed that they belong to this layout. They or their contents would be deleted: {objects}.",
        remedy: "{advice} The permission also confirms the objects that this plan found.",
      },
      recovered: {
        text: "The responses to the creates of these objects were lost, and nothing shows that docsform created them. They would be deleted, or opened to more people: {objects}.",
        remedy: "{advice} The permission also confirms the objects that this plan found.",
      },
    },
    remedy:
      "Confirm it with docsform import --found or docsform import ADDRESS ID, pin it with id:, or allow it with --allow-import, which confirms what that plan has found.",
  },
  "guard/incomplete-list": {
    cases: {
      creates: "{shortfall}, so the objects to create may already exist.",
      others: "{shortfall}, so docsform does not know which other objects exist.",
      omitted: {
        text: "The service's list of {label} omits objects that exist: {objects}. docsform does not know which other objects it omits.",
        remedy:
          "Run the command again. If that does not help, use a token that has access to all objects, or ask the service's support.",
      },
    },
    remedy: "Run the command again. If that does not help, ask the service's support about the count.",
  },
  "guard/incomplete-prune": {
    cases: {
      destroy: {
        text: "{shortfall}, so docsform does not know what else the objects to delete contain.",
        remedy: "Run the command again. If that does not help, ask the service's support about the count.",
      },
      prune: {
        text: "{shortfall}, so docsform does not know which other undeclared objects it would delete.",
        remedy:
          "Run the command again. If that does not help, ask the service's support about the count. --skip-deletes applies the rest.",
      },
    },
    remedy: "Run the command again, or apply the rest with --skip-deletes.",
  },
  "guard/not-transferable": {
    message: {
      text: "The plan replaces {address} ({reason}). The new object would lose the {name} {value}, which the service's API cannot transfer.",
      remedy: "{remedy}",
    },
    remedy:
      "Declare the new object beside the old one, transfer the value in the app, then remove the old object from the layout.",
  },
  "guard/opens": {
    message: {
      text: "The plan opens something to more people, which the layout refuses (safety: {{ opens: refuse }}): {opened}.",
      remedy: "",
    },
    remedy: "Check who can see it afterwards, and permit it with --allow-opens.",
  },
  "guard/other-layout": {
    cases: {
      run: {
        text: "{conflicts}. Nothing was written.",
        remedy: "Hand it over with docsform state mv, run for the layout that owns it.",
      },
      plan: {
        text: "{conflicts}.",
        remedy:
          "Remove it from this layout, or give this layout's object another title. Or hand it over: run docsform state mv ADDRESS --to LAYOUT for the layout that owns it.",
      },
      unreadable: {
        text: "docsform cannot read another layout's state, so it does not know which objects belong to that layout: {paths}.",
        remedy:
          "Run docsform state repair for that layout, or restore the file from version control. If no layout needs it, remove it.",
      },
    },
    remedy:
      "Remove it from one of the two layouts. Or hand it over: run docsform state mv ADDRESS --to LAYOUT for the layout that owns it.",
    exitCode: 4,
  },
  "guard/own-access": {
    message: {
      text: "The plan changes the access of the token's own user, {addresses}.",
      remedy: "With fewer rights, this run and every later one may fail.",
    },
    remedy: "If you intend it, allow it with the flag that the message names.",
  },
  "guard/protected": {
    cases: {
      forgets: {
        text: "The plan forgets protected objects: {addresses}.",
        remedy: "Set `protect: false` and apply that first; then remove it from the layout.",
      },
      deletes: {
        text: "The plan deletes or replaces protected objects: {addresses}.",
        remedy: "Set `protect: false` and apply that first; then delete it in a second apply.",
      },
    },
    remedy: "Set protect: false and apply that first, then remove the object.",
  },
  "guard/recreate": {
    cases: {
      replaced: {
        text: "The plan deletes these objects and creates new ones in their place: {objects}.{inside}{losses}",
        remedy: "To keep the old object, declare the new one under another key.",
      },
      lost: {
        text: "These objects are no longer in the organization, and the plan recreates them without their contents: {objects}.",
        remedy:
          "{advice}If the deletion is right, run docsform accept. --allow-recreate creates new objects without these contents.",
      },
    },
    remedy:
      "Restore it in the app if the service still has it, declare the new object beside the old one, or allow a new one with --allow-recreate.",
  },
  "guard/still-referenced": {
    message: {
      text: "The plan deletes objects that are still in use: {uses}.",
      remedy: "Change the reference, or delete the object that uses it too.",
    },
    remedy: "Remove the reference first.",
  },
  "guard/structure-kind": {
    cases: {
      published: {
        text: "{address} is published, and the plan replaces its {former} with {wanted}. It deletes the old ones first, and readers see nothing in between.",
        remedy:
          "To keep readers served, declare a second site with the new structure, publish it, and then remove this one from the layout.",
      },
      access: {
        text: "The layout does not declare values that decide who sees these objects: {values}. The plan deletes them before it recreates them, so an interrupted run would lose the values.",
        remedy: "Declare these values, or null for none.",
      },
      unmanaged: {
        text: "{address} gets another kind of structure, and contains unmanaged items: {items}.",
        remedy: "Delete them in the app first.",
      },
    },
    remedy:
      "Allow it with --allow-recreate, or create a second site beside it. Declare the values that decide who sees the recreated objects.",
  },
  "guard/too-many-changes": {
    message: {
      text: "The plan would change {count} of {whole} {objects}: more than the threshold allows.",
      remedy: "To permit it always, raise safety.maxChanges in the layout to {all}.",
    },
    remedy:
      "Review the plan. If you intend it, raise the threshold with --max-changes, or with safety: in the layout.",
  },
  "guard/too-many-deletes": {
    cases: {
      apply: {
        text: "The plan would delete {count} of {whole} {objects}: more than the threshold allows.",
        remedy: "To permit it always, raise safety.maxDeletes in the layout to {all}.",
      },
      destroy: {
        text: "The plan would delete {count} of {whole} {objects}: more than the threshold allows.",
        remedy: "If you intend it, raise the limit to {all}, or remove it.",
      },
    },
    remedy:
      "Review the plan. If you intend it, raise the threshold with --max-deletes, or with safety: in the layout.",
  },
  "guard/too-many-forgotten": {
    message: {
      text: "The plan would forget {count} of {whole} {objects}, which stay on the service: more than the threshold allows.",
      remedy: "To delete them, use docsform destroy or prune:.",
    },
    remedy: "Check that the layout is complete. If you intend it, allow it with --allow-forget.",
  },
  "guard/undo": {
    cases: {
      refused: {
        text: "The plan undoes changes made on the service since the last apply, which the layout refuses (safety: { undo: refuse }): {changes}.",
        remedy: "To keep the live values, run docsform accept.",
      },
      affecting: {
        text: "The plan undoes changes made on the service since the last apply. They affect what readers see or who has access: {changes}.",
        remedy:
          "To keep the live values, run docsform accept. To apply everything else, add --exclude {first}. To undo only this change, add --overwrite-live={first}.",
      },
    },
    remedy:
      "Accept the live value with docsform accept, leave the object as it is with --exclude ADDRESS, or undo the change with --overwrite-live=ADDRESS. --overwrite-live undoes all such changes.",
  },
  "guard/unknown-person": {
    message: {
      text: "The plan names people who are not in the organization: {people}.",
      remedy:
        "Remove them, or let them join first: invite them in the app, or let them log in with single sign-on.",
    },
    remedy: "Remove the person from the layout, or invite the person.",
  },
  "guard/unread-contents": {
    message: {
      text: "docsform has not read the {contents} of {address}, so it does not know which exist.",
      remedy: "Read the service with the contents that neededReads asks for, and plan again.",
    },
    remedy: "Pass neededReads to readLive as contentsOf, or use openReconciler.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
