import type { CodeEntry } from "./code-entry.ts";

/** Codes of planning: why there is no plan, notes of a plan, refusals of guards, and why a saved plan no longer fits. */
export const planCodes = {
  "danger/access": {
    cause: "A step of the plan gives more people access, or gives some people more rights.",
    example: "spaces:\n  guides: { title: Guides, defaultLevel: admin }    # it was read",
    remedy:
      "Check who gets access. If you intend it, no action is needed: docsform shows the danger and does not refuse the plan.",
  },
  "danger/address": {
    cause: "A step of the plan changes or removes a URL that readers use.",
    example: "structure:\n  - { section: Guides, path: manuals, spaces: [guides] }    # it was path: guides",
    remedy: "Keep the former path, or expect that links from other sites no longer work.",
  },
  "danger/delete": {
    cause: "A step of the plan deletes an object.",
    example: "prune: [spaces]    # and the service has a space that the layout no longer declares",
    remedy: "Check that its contents may be deleted. Apply needs --allow-deletes.",
  },
  "danger/replace": {
    cause:
      "A step of the plan deletes an object and creates it again, because the service cannot change it in place.",
    example: "docsform plan    # after a change to a field that the service sets only at creation",
    remedy:
      "Check that its contents may be deleted, or undo the change in the layout. Apply needs --allow-deletes.",
  },
  "danger/unpublish": {
    cause: "A step of the plan hides content from its readers.",
    example: "sites:\n  docs: { title: Docs, published: false }",
    remedy: "If you intend it, no action is needed: docsform shows the danger and does not refuse the plan.",
  },
  "danger/visibility": {
    cause: "A step of the plan shows content to more people than before.",
    example: "sites:\n  docs: { title: Docs, visibility: public }",
    remedy:
      "Check that everyone in the new audience may read it. If you intend it, no action is needed: docsform shows the danger and does not refuse the plan.",
  },
  "drift/added": {
    cause: "The service has a new object in a place where the layout declares all objects.",
    example: "docsform drift    # after a space was created in the app, where the layout has prune: [spaces]",
    remedy: "Accept it into the layout with docsform accept, or let apply delete it.",
  },
  "drift/changed": {
    cause: "A field differs from its last applied value, on the service or in the layout.",
    example: "docsform drift    # after a space was renamed in the app",
    remedy: "Accept the live value with docsform accept, or let apply write the layout's value.",
  },
  "drift/moved": {
    cause: "The parent of an object, or its place among its siblings, differs from the last apply.",
    example: "docsform drift    # after a section was dragged to another place",
    remedy: "Accept the move with docsform accept, or let apply move the object back.",
  },
  "drift/removed": {
    cause: "An object of the last apply is missing from the service or from the layout.",
    example: "docsform drift    # after a space was deleted in the app",
    remedy:
      "If the service no longer has it, remove it from the layout with docsform accept, or let apply recreate it. If the layout no longer has it, apply deletes it.",
  },
  "drift/renamed": {
    cause: "A note: the name of an entry in the layout has changed since the last apply.",
    example: "spaces:\n  b: { title: Guides }    # it was a: { title: Guides }",
    remedy: "No action is needed: the next apply records the new name in the state.",
  },
  "guard/import": {
    cause:
      "The plan changes or deletes an object that docsform found by its key alone. docsform did not create it, and no person has confirmed that it belongs to this layout.",
    example: 'spaces:\n  api: { title: API, emoji: "1f600" }    # the service already has a space API',
    remedy:
      "Confirm it with docsform import --found or docsform import ADDRESS ID, pin it with id:, or allow it with --allow-import, which confirms what that plan has found.",
  },
  "guard/destroy-interrupted": {
    cause:
      "A docsform destroy of this layout was interrupted. Apply would recreate the objects that it was deleting.",
    example: "docsform apply    # after a destroy that was killed",
    remedy: "Run docsform destroy again, or allow the creates with --allow-recreate.",
  },
  "guard/both-changed": {
    cause: "The same field, place or default changed on the service and in the layout since the last apply.",
    example: "a title that a colleague changed in the app, and you in docsform.yaml",
    remedy: "Copy the live value into the layout, or overwrite it with --overwrite-live.",
  },
  "guard/not-transferable": {
    cause:
      "The plan replaces an object, and the service's API cannot transfer one of its values, such as a host name, to the new object.",
    example: "another type for a site with a custom domain",
    remedy:
      "Declare the new object beside the old one, transfer the value in the app, then remove the old object from the layout.",
  },
  "guard/cascade": {
    cause:
      "The service would delete an object together with its contents, and the plan does not list the contents as deletes.",
    example: "a collection that was removed from the layout and contains spaces that no layout declares",
    remedy:
      "Declare the contents elsewhere, so that apply moves them out first, or delete them in a step of their own.",
  },
  "guard/copy-exists": {
    cause:
      "The plan creates an object as a copy, and the service has an undeclared object of the same name. An interrupted run may have created it.",
    example: "docsform apply    # after a run that was killed during a copy",
    remedy: "If it is the copy, pin it with id:. If not, allow another one with --allow-create.",
  },
  "guard/create-beside": {
    cause:
      "The plan creates an object beside live objects of its type. One of them may be the same object under an older name.",
    example: "docsform apply    # of a new layout, without a state, in an organization with content",
    remedy:
      "If the object is new, allow it once with --allow-create. If not, pin it with id:, or write its former name with was:.",
  },
  "guard/deletes": {
    cause: "The plan deletes or replaces an object, which needs permission.",
    example: "docsform apply    # after an entry was removed from a structure",
    remedy: "Allow it with --allow-deletes, or apply the rest with --skip-deletes.",
  },
  "guard/empty-layout": {
    cause: "The layout declares no objects. A truncated file looks like this.",
    example: "docsform: 1\norganization: acme",
    remedy: "Check that the file is complete. To delete what it declared, run docsform destroy.",
  },
  "guard/incomplete-list": {
    cause:
      "The service counts more objects than its list shows, or its list omits an object that the state knows. A plan or drift that needs the list is not reliable: plan and drift exit with 1, and apply exits with 4.",
    example: "docsform apply",
    remedy: "Run the command again. If that does not help, ask the service's support about the count.",
  },
  "guard/incomplete-prune": {
    cause:
      "The service counts more objects than its list shows, so docsform cannot list what prune: would delete.",
    example: "docsform apply    # with prune: [spaces]",
    remedy: "Run the command again, or apply the rest with --skip-deletes.",
  },
  "guard/unread-contents": {
    cause:
      "The plan creates or deletes objects, and the program that planned has not read the contents that decide about it. This happens only in programs that read the service themselves.",
    example: "await readLive({ contentsOf: () => ({ owners: [], details: [] }), … })",
    remedy: "Pass neededReads to readLive as contentsOf, or use openReconciler.",
  },
  "guard/other-layout": {
    cause:
      "The object belongs to another layout, whose state is beside this layout's. An object belongs to one layout.",
    example: "docsform apply -f team-b.yaml    # of a space that team-a.yaml declares",
    remedy:
      "Remove it from one of the two layouts. Or hand it over: run docsform state mv ADDRESS --to LAYOUT for the layout that owns it.",
  },
  "guard/own-access": {
    cause:
      "The plan changes the access of the token's own user. With fewer rights, this run and every later one may fail.",
    example: "a layout that gives the token's own user another role",
    remedy: "If you intend it, allow it with the flag that the message names.",
  },
  "guard/external-owner": {
    cause:
      "Another tool, such as Git Sync with its repository, manages this object and would overwrite the changes of docsform.",
    example: "docsform apply    # of the pages or the structure of a space with Git Sync",
    remedy: "Make the change in the other tool, or disconnect it.",
  },
  "guard/protected": {
    cause:
      "The plan deletes, replaces or forgets an object with protect: true, or an object that contains one.",
    example: "an entry with protect: true that was removed from the layout",
    remedy: "Set protect: false and apply that first, then remove the object.",
  },
  "guard/recreate": {
    cause:
      "The plan creates an object again, because the object is gone from the service or the service cannot change it as declared. The new object does not have the contents of the old one.",
    example: "a space that was deleted in the app, with its pages; or another type for a site",
    remedy:
      "Restore it in the app if the service still has it, declare the new object beside the old one, or allow a new one with --allow-recreate.",
  },
  "guard/still-referenced": {
    cause: "The plan deletes an object that another live object still refers to.",
    example: "a space that was removed from the layout while an unmanaged site shows it",
    remedy: "Remove the reference first.",
  },
  "guard/structure-kind": {
    cause:
      "The live structure is of another kind than the declared one. docsform must delete all of it before it creates the new one, and readers of a published site see nothing in between.",
    example: "sections for a published site whose spaces are listed without sections",
    remedy:
      "Allow it with --allow-recreate, or create a second site beside it. Declare the values that decide who sees the recreated objects.",
  },
  "guard/too-many-changes": {
    cause:
      "The plan changes more of the managed objects, or of the objects of one type, than the threshold allows. The default threshold is 50%, for ten or more objects.",
    example: "docsform apply    # after a search and replace in docsform.yaml",
    remedy:
      "Review the plan. If you intend it, raise the threshold with --max-changes, or with safety: in the layout.",
  },
  "guard/too-many-deletes": {
    cause:
      "The plan deletes more of the existing objects, or of the objects of one type, than the threshold allows. The default threshold is 30%, for ten or more objects.",
    example: "docsform apply --allow-deletes    # after half of the layout was removed",
    remedy:
      "Review the plan. If you intend it, raise the threshold with --max-deletes, or with safety: in the layout.",
  },
  "guard/too-many-forgotten": {
    cause:
      "The layout no longer declares a large part of the state's objects. docsform would forget them and leave them on the service.",
    example: "docsform apply -f half-of-it.yaml",
    remedy: "Check that the layout is complete. If you intend it, allow it with --allow-forget.",
  },
  "guard/undo": {
    cause:
      "The plan undoes a change made on the service that affects what readers see or who has access. The layout's value has not changed since the last apply. With safety: { undo: refuse }, the guard refuses to undo any change.",
    example: "a site that was unpublished in the app, and docsform.yaml with published: true",
    remedy: "Accept the live value with docsform accept, or undo the change with --overwrite-live.",
  },
  "plan/imported-stays": {
    cause:
      "A note of destroy: an object stays, because docsform can import objects of this type but not create them.",
    example: "docsform destroy    # of a layout with members:",
    remedy: "No action is needed. To delete undeclared objects of a type, name the type under prune:.",
  },
  "plan/ambiguous": {
    cause: "Several live objects match one declared object.",
    example: "two live spaces of the title API, and spaces: { api: { title: API } }",
    remedy: "Name the right one with id:.",
  },
  "plan/cannot-change": {
    cause: "A declared value differs from the live one, and the service has no operation that changes it.",
    example: "a field that the service sets only at creation",
    remedy: "Declare the live value. If you mean another object, declare it under another key.",
  },
  "plan/cannot-compare": {
    cause:
      "A note: docsform cannot read a value back from the service, and no state records what was applied.",
    example: "docsform plan --no-state    # with an inline OpenAPI specification",
    remedy: "Keep a state: it records a hash of the value.",
  },
  "plan/cannot-set-on-first": {
    cause:
      "The service creates the first child together with its new parent, and does not accept this field for the first child.",
    example:
      "structure:\n  - { section: Guides, path: guides, spaces: [{ space: guides, title: English }] }    # a new section",
    remedy: "Remove the field, or put a child that does not need the field first.",
  },
  "plan/cannot-create": {
    cause:
      "A declared object does not exist, and the service has no operation that creates objects of its type.",
    example: "an object that only the app can create",
    remedy: "Create it in the app, then pin it with id:.",
  },
  "plan/container-cycle": {
    cause: "The plan would put objects inside each other.",
    example: "collections:\n  a: { title: A, collection: b }    # and b is live inside of a",
    remedy: "Declare the parent of each of them, null for none.",
  },
  "plan/cycle": {
    cause: "Steps of the plan depend on each other, so none of them can be the first.",
    example: "two objects that swap their names and places at once",
    remedy: "Apply a part of the change first.",
  },
  "plan/pinned-to-missing": {
    cause: "An entry is pinned to an id that the service does not have.",
    example: "spaces:\n  api: { id: gone, title: API }",
    remedy: "Correct the id, or remove id: to create a new object.",
  },
  "plan/destroy-other-organization": {
    cause: "A program destroys a layout and confirms it with the id of another organization.",
    example: 'await reconciler.planDestroy(desired, { organizationId: "the-test-organization" });',
    remedy: "Check that the layout's objects may be deleted, then pass the id of the layout's organization.",
  },
  "plan/empty-meanwhile": {
    cause:
      "A note: a published site gets another kind of structure, and is empty between the deletes and the creates.",
    example: "docsform plan    # of sections for a site whose spaces are listed without sections",
    remedy: "Apply it when few people read, or create a second site beside it.",
  },
  "plan/found": {
    cause:
      "A note: docsform found live objects by their titles. docsform did not create them, and changes none of them until you confirm them.",
    example: "docsform plan    # while the service has a space of the same title",
    remedy:
      "Confirm them with docsform import --found, or one of them with docsform import ADDRESS ID or id:.",
  },
  "plan/gone": {
    cause: "A note of destroy: an entry is pinned to an object that the service does not have.",
    example: "docsform destroy",
    remedy: "No action is needed.",
  },
  "plan/only-at-create": {
    cause:
      "A note: the value of a field that matters only at creation has changed. docsform changes nothing.",
    example: "a copied space whose source was changed in the layout",
    remedy: "No action is needed.",
  },
  "plan/not-in-default": {
    cause:
      "The service refuses a value on the default variant of the default section, or on the default variant of a site without sections.",
    example: "hidden: true on the default variant of the default section",
    remedy: "Remove the value, or make another object the default.",
  },
  "plan/not-in-this-api-version": {
    cause: "A field or a value exists only in another API version.",
    example: "docsform plan --api-version classic    # with a field that only current has",
    remedy: "Remove it, or choose another value.",
  },
  "plan/not-served": {
    cause: "The plan needs an operation that this API version of the service does not have.",
    example: "docsform plan    # of an object that this service cannot create",
    remedy: "Make the change in the app, or remove it from the layout.",
  },
  "plan/nothing-to-copy": {
    cause: "The layout creates an object as a copy of itself, or of an object that does not exist.",
    example: "an entry that copies an unknown space",
    remedy: "Name another object, or remove the field.",
  },
  "plan/own-user-stays": {
    cause: "A note: the layout does not declare the token's own user. docsform never deletes that user.",
    example: "docsform plan",
    remedy: "No action is needed.",
  },
  "plan/external-owner": {
    cause: "A note: another tool, such as Git Sync with its repository, manages this object.",
    example: "docsform plan",
    remedy: "No action is needed. To change the object from the layout, disconnect the other tool.",
  },
  "plan/part-of-whole": {
    cause: "docsform destroy cannot delete only a part of this object.",
    example: "docsform destroy --target ADDRESS    # of a section",
    remedy: "Name the whole object, or remove the part from the layout and apply.",
  },
  "plan/pinned-replace": {
    cause:
      "An entry is pinned to an id, and its change needs a new object. The new object would have another id.",
    example: "a pinned entry that moves to a parent where the service cannot move it",
    remedy: "Remove id: to let docsform replace the object, or undo the change.",
  },
  "plan/pinned-twice": {
    cause: "Two entries are pinned to one id.",
    example: "spaces:\n  a: { id: s1, title: A }\n  b: { id: s1, title: B }",
    remedy: "Pin each entry to an id of its own.",
  },
  "plan/possible-rename": {
    cause:
      "A note: the layout has a new object, and another object of its type leaves the same place. docsform cannot know whether they are the same object.",
    example:
      "structure:\n  - { section: Handbook, path: handbook, spaces: [guides, api] }    # { section: Guides, path: guides, spaces: [api] } is gone",
    remedy:
      "If they are the same object, write the line that the note shows into the entry, for example was: guides. If not, no action is needed.",
  },
  "plan/renamed": {
    cause: "A note: an entry has another name in the layout, and is the same object as before.",
    example: "spaces:\n  b: { title: Guides }    # it was a: { title: Guides }",
    remedy: "No action is needed.",
  },
  "plan/required-to-create": {
    cause:
      "A declared object does not exist yet, and creating it needs a field that the layout does not declare.",
    example: 'spaces:\n  api: { emoji: "1f600" }',
    remedy: "Declare the field, or pin an existing object with id:.",
  },
  "plan/possible-move": {
    cause: "A note: the plan creates an object, although an object of the same name exists in another place.",
    example: "a space that was moved to another collection in the app",
    remedy: "If you mean the existing object, pin it with id:, or write its former place with was:.",
  },
  "plan/unknown-address": {
    cause: "A flag that selects objects names an address that neither the layout nor the state has.",
    example: "docsform plan --target nowhere",
    remedy:
      "Correct the address. docsform graph lists the addresses of the layout, and docsform state list those of the state.",
  },
  "plan/unknown-object": {
    cause: "A note: an object contains items that docsform does not manage or move, such as external links.",
    example: "docsform plan",
    remedy: "No action is needed.",
  },
  "plan/undeclared-changed": {
    cause:
      "A note: a value that decides who sees an object has changed since a run last read it. The layout does not declare this value.",
    example: "docsform plan    # after a condition was set in the app",
    remedy:
      "If the new value is right, no action is needed: the next apply, or docsform accept, records it. If not, declare the right value.",
  },
  "plan/value-taken": {
    cause:
      "A value that must be unique belongs to another object, or the service will give it to another object.",
    example: "a path that an undeclared section has",
    remedy: "Choose another value, or declare the other object's value too.",
  },
  "plan/both-keys-exist": {
    cause:
      "An entry has was:, so its object was renamed, but an object with the old key and an object with the new key both exist.",
    example: "spaces:\n  api: { title: API, was: { title: Reference } }    # both exist",
    remedy: "Remove was:, or pin the entry to one of the two with id:.",
  },
  "stale/appeared": {
    cause: "An object that the plan creates has appeared since the plan was made.",
    example: "docsform apply plan.json",
    remedy: "Plan again.",
  },
  "stale/changed": {
    cause: "A field that the plan writes has changed since the plan was made.",
    example: "docsform apply plan.json",
    remedy: "Plan again, and review the new plan.",
  },
  "stale/gone": {
    cause: "An object of the plan no longer exists.",
    example: "docsform apply plan.json",
    remedy: "Plan again.",
  },
  "stale/moved": {
    cause: "An object of the plan, or one of its siblings, has moved since the plan was made.",
    example: "docsform apply plan.json",
    remedy: "Plan again.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
