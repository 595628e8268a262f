import type { CodeEntry } from "./code-entry.ts";

/** Of deciding: why there is no plan, what it notes, what guards refuse, and why it no longer fits. */
export const planCodes = {
  "danger/access": {
    cause: "A step of the plan lets more people in, or lets some do more.",
    example: "spaces:\n  guides: { title: Guides, defaultLevel: admin }    # it was read",
    remedy: "Look at whom it is about. If it is meant, nothing is to be done: it is shown, not refused.",
  },
  "danger/address": {
    cause: "A step of the plan changes an address that readers know, or takes it away.",
    example: "structure:\n  - { section: Guides, path: manuals, spaces: [guides] }    # it was path: guides",
    remedy: "Expect links from elsewhere to break, or keep the former path.",
  },
  "danger/delete": {
    cause: "A step of the plan deletes something.",
    example: "prune: [spaces]    # and there is a space that the layout has no more",
    remedy: "Look whether what is in it may go. Applying it wants --allow-deletes.",
  },
  "danger/replace": {
    cause: "A step of the plan deletes something and makes it anew, since the service cannot change it.",
    example:
      "docsform plan    # after a field was changed that the service sets only when it makes the object",
    remedy:
      "Look whether what is in it may go; else take the change back. Applying it wants --allow-deletes.",
  },
  "danger/unpublish": {
    cause: "A step of the plan takes something away from its readers.",
    example: "sites:\n  docs: { title: Docs, published: false }",
    remedy: "If it is meant, nothing is to be done: it is shown, not refused.",
  },
  "danger/visibility": {
    cause: "A step of the plan shows something to more people than before.",
    example: "sites:\n  docs: { title: Docs, visibility: public }",
    remedy:
      "Look whether everybody may read it. If it is meant, nothing is to be done: it is shown, not refused.",
  },
  "drift/added": {
    cause: "Somebody made something on the service, in a place whose contents the layout declares.",
    example: "docsform drift    # after a space was made in the app, where the layout has prune: [spaces]",
    remedy: "Take it over with docsform accept, or let apply delete it.",
  },
  "drift/changed": {
    cause: "A field is not on the service what was last applied, or the layout has another value by now.",
    example: "docsform drift    # after a space was renamed in the app",
    remedy: "Take it over with docsform accept, or let apply write what the layout says.",
  },
  "drift/moved": {
    cause:
      "Something is inside of another thing than was last applied, or in another place among its siblings.",
    example: "docsform drift    # after a section was dragged to another place",
    remedy: "Take it over with docsform accept, or let apply move it back.",
  },
  "drift/removed": {
    cause: "Something that was applied is not on the service any more, or not in the layout any more.",
    example: "docsform drift    # after a space was deleted in the app",
    remedy:
      "What the service has no more, take out of the layout with docsform accept, or let apply make anew; what the layout has no more, apply deletes.",
  },
  "drift/renamed": {
    cause: "A note: an entry has another name in the layout than when it was last applied.",
    example: "spaces:\n  b: { title: Guides }    # it was a: { title: Guides }",
    remedy: "Nothing is to be done: the next apply remembers it.",
  },
  "guard/import": {
    cause:
      "docsform did not create what would be changed or deleted, and nobody has confirmed that it is this layout's: it was found by its title alone.",
    example: 'spaces:\n  api: { title: API, emoji: "1f600" }    # there is a space API already',
    remedy:
      "Confirm it with docsform import --found or docsform import ADDRESS ID, pin it with id:, or allow it with --allow-import, which confirms what that plan has found.",
  },
  "guard/being-destroyed": {
    cause: "A docsform destroy of this layout did not end, and apply would make again what it was deleting.",
    example: "docsform apply    # after a destroy that was killed",
    remedy: "Run docsform destroy again, or allow it with --allow-recreate.",
  },
  "guard/both-changed": {
    cause:
      "Since the last apply, the same field, place or default was changed on the service and in the layout.",
    example: "a title that somebody changed in the app, and you in docsform.yaml",
    remedy: "Take the live value into the layout, or overwrite it with --overwrite-live.",
  },
  "guard/bound": {
    cause:
      "Something would be made anew that has what no call of the service gives to another one, such as a host name.",
    example: "another type for a site with a custom domain",
    remedy:
      "Declare the new one beside the old one, give it in the app what the old one has, then remove the old one.",
  },
  "guard/cascade": {
    cause: "Deleting something would take along what is in it, and what is in it was not to be deleted.",
    example: "a collection that is no longer declared, with spaces that nobody declared",
    remedy: "Move what is in it out first, by declaring it elsewhere, or delete it by a step of its own.",
  },
  "guard/copied-already": {
    cause:
      "Something would be made as a copy, and something of the same name is there that nobody declares: an interrupted run may have made it.",
    example: "docsform apply    # after a run that was killed while it copied",
    remedy: "If it is the copy, pin it with id:. If not, allow another one with --allow-create.",
  },
  "guard/create-beside": {
    cause:
      "Something would be created beside live objects of its kind, of which one may be the same under an older name.",
    example: "docsform apply    # of a new layout, without a state, in an organization that is in use",
    remedy:
      "If it is new, allow it once with --allow-create. If not, pin it with id:, or say with was: what it was called.",
  },
  "guard/deletes": {
    cause: "The plan deletes or replaces something, and that wants a person's word.",
    example: "docsform apply    # after an entry was taken out of a structure",
    remedy: "Allow it with --allow-deletes, or do the rest with --skip-deletes.",
  },
  "guard/empty-layout": {
    cause: "The layout declares no object at all: a file that is not whole looks like this.",
    example: "docsform: 1\norganization: acme",
    remedy: "See whether its file is whole. To delete what it declared, run docsform destroy.",
  },
  "guard/incomplete-list": {
    cause:
      "The service counts more objects than its list shows, or its list hides one that the state knows. Nothing that plan and drift say of a layout that needs the list can be relied on: both end with 1, and apply with 4.",
    example: "docsform apply",
    remedy: "Run it again. If that does not help, ask the service's support for what it counts.",
  },
  "guard/incomplete-prune": {
    cause: "The service counts more objects than its list shows, so nobody can say what would be deleted.",
    example: "docsform apply    # with prune: [spaces]",
    remedy: "Run it again, or do the rest with --skip-deletes.",
  },
  "guard/other-layout": {
    cause:
      "The object belongs to another layout, whose state lies beside this layout's. An object has one layout.",
    example: "docsform apply -f team-b.yaml    # of a space that team-a.yaml has",
    remedy:
      "Take it out of one of the two layouts, or hand it over: docsform state mv ADDRESS --to LAYOUT, in the layout that has it.",
  },
  "guard/own-access": {
    cause:
      "The plan changes what the user may do whom the token acts for, so that this run and each after it may be refused.",
    example: "a layout that gives the token's own user another role",
    remedy: "If it is meant, allow it with the flag that the message names.",
  },
  "guard/owned-elsewhere": {
    cause:
      "Something else keeps this object as it wants it, such as a repository by Git Sync, and writing it would fight with that.",
    example: "docsform apply    # of the pages or the structure of a space that is synchronised",
    remedy: "Make the change where it is kept, or end the synchronization.",
  },
  "guard/protected": {
    cause: "Something would be deleted, replaced or forgotten that says protect: true, or holds what does.",
    example: "an entry with protect: true that was taken out of the layout",
    remedy: "Apply it without protect: true first, then take it out.",
  },
  "guard/recreate": {
    cause:
      "Something has gone from the service, or cannot be changed to what is declared, and making it anew would not bring back what it held.",
    example: "a space that somebody deleted in the app, with its pages; or another type for a site",
    remedy:
      "Restore it, where the service still has it, or declare the new one beside the old one; or allow a new one with --allow-recreate.",
  },
  "guard/still-referenced": {
    cause: "Something would be deleted that another live object still refers to.",
    example: "a space that is taken out of the layout while a site that is not managed shows it",
    remedy: "Remove what refers to it first.",
  },
  "guard/structure-kind": {
    cause:
      "A live structure is of another kind than the declared one: all of it is deleted before anything else comes, and readers of a published site see nothing meanwhile.",
    example: "sections for a published site whose spaces are listed without sections",
    remedy:
      "Allow it with --allow-recreate, or make a site beside it. Declare who is to see what is deleted and made anew.",
  },
  "guard/too-many-changes": {
    cause:
      "The plan changes a larger part of what is managed than is usual: half of it, from ten objects on.",
    example: "docsform apply    # after a search and replace in docsform.yaml",
    remedy: "Look at the plan. If it is meant, say so with --max-changes, or with safety: in the layout.",
  },
  "guard/too-many-deletes": {
    cause: "The plan deletes a larger part of what is there than is usual: 30 per cent, from ten objects on.",
    example: "docsform apply --allow-deletes    # after half of the layout was taken out",
    remedy: "Look at the plan. If it is meant, say so with --max-deletes, or with safety: in the layout.",
  },
  "guard/too-many-forgotten": {
    cause: "A large part of what the state knows is no longer declared, and would be left alone from now on.",
    example: "docsform apply -f half-of-it.yaml",
    remedy: "See whether the layout is whole. If it is meant, allow it with --allow-forget.",
  },
  "guard/undoes": {
    cause:
      "Somebody has changed on the service what readers see or who gets in, and the layout still says what it said when it was last applied: apply would undo that. With safety: { undo: refuse } it is any change.",
    example: "a site that somebody took offline in the app, and docsform.yaml says published: true",
    remedy: "Take it over into the layout with docsform accept, or undo it with --overwrite-live.",
  },
  "plan/imported-stays": {
    cause: "A note of destroy: something stays because docsform never makes such a thing.",
    example: "docsform destroy    # of a layout with members:",
    remedy: "To delete what a layout does not declare, name its type under prune:.",
  },
  "plan/ambiguous": {
    cause: "Several live objects could be the declared one.",
    example: "two live spaces of the title API, and spaces: { api: { title: API } }",
    remedy: "Say which it is with id:.",
  },
  "plan/cannot-change": {
    cause: "A declared value differs from the live one, and the service has no operation that changes it.",
    example: "a field that is only given when something is made",
    remedy: "Declare it as it is. If another object is meant, declare that one under another key.",
  },
  "plan/cannot-compare": {
    cause: "A note: a value cannot be read back from the service, and no state tells what was applied.",
    example: "docsform plan --no-state    # with an inline OpenAPI specification",
    remedy: "Keep a state, which holds a hash of the value.",
  },
  "plan/cannot-set-on-first": {
    cause:
      "The first thing inside of something new is made together with it, and the service takes a field only where a thing is made by itself.",
    example:
      "structure:\n  - { section: Guides, path: guides, spaces: [{ space: guides, title: English }] }    # a new section",
    remedy: "Remove the field, or put another one first that does not need it.",
  },
  "plan/cannot-create": {
    cause: "An object does not exist, and the service has no operation that makes one of its kind.",
    example: "an object that is invited or made in the app",
    remedy: "Make it in the app, then pin it with id:.",
  },
  "plan/container-cycle": {
    cause: "With what is live, objects would be inside of each other.",
    example: "collections:\n  a: { title: A, collection: b }    # and b is live inside of a",
    remedy: "Declare the container of each of them, null for none.",
  },
  "plan/cycle": {
    cause: "Steps wait for each other, so that none can be the first.",
    example: "two objects that take over each other's names and places at once",
    remedy: "Apply a part of the change first.",
  },
  "plan/dead-pin": {
    cause: "An entry is pinned to an id that the service does not have.",
    example: "spaces:\n  api: { id: gone, title: API }",
    remedy: "Correct the id, or remove id: to have a new object made.",
  },
  "plan/destroy-elsewhere": {
    cause:
      "A program asks to destroy a layout and confirms it with the id of another organization than the layout's.",
    example: 'await reconciler.planDestroy(desired, { organizationId: "the-test-organization" });',
    remedy:
      "Give the id of the organization that the layout names, after looking whether its objects may go.",
  },
  "plan/empty-meanwhile": {
    cause:
      "A note: a published site gets another kind of structure, and is empty between the deletes and the creates.",
    example: "docsform plan    # of sections for a site whose spaces are listed without sections",
    remedy: "Apply it when few people read, or make a site beside it.",
  },
  "plan/found": {
    cause:
      "A note: live objects were found by their titles. docsform did not create them, and changes nothing of them before somebody confirms them.",
    example: "docsform plan    # while the service has a space of the same title",
    remedy: "Confirm them with docsform import --found, or one with docsform import ADDRESS ID or id:.",
  },
  "plan/gone": {
    cause: "A note of destroy: an entry is pinned to an object that the service does not have.",
    example: "docsform destroy",
    remedy: "Nothing is to be done.",
  },
  "plan/made-already": {
    cause: "A note: a field that only says how an object is made is another one now, which changes nothing.",
    example: "a copy whose source was changed in the layout",
    remedy: "Nothing is to be done.",
  },
  "plan/not-in-default": {
    cause:
      "The service refuses a value of the default at the root of its scope, and of the default inside of the default there.",
    example: "hidden: true on the default variant of the default section",
    remedy: "Leave the value out, or make another object the default.",
  },
  "plan/not-in-this-api-version": {
    cause: "A field or a value exists only in the other API version.",
    example: "docsform plan --api-version classic    # with a field that only current has",
    remedy: "Remove it, or choose another value.",
  },
  "plan/not-served": {
    cause: "The plan takes an operation that this API version of the service does not have.",
    example: "docsform plan    # of an object that such a service cannot make",
    remedy: "Do it in the app, or leave it out of the layout.",
  },
  "plan/nothing-to-copy": {
    cause: "Something is to be made as a copy of what is not there, or of itself.",
    example: "an entry that names a copy of nowhere",
    remedy: "Name another one, or leave the field out.",
  },
  "plan/own-user-stays": {
    cause: "A note: the user whom the token acts for is not declared, and stays all the same.",
    example: "docsform plan",
    remedy: "Nothing is to be done.",
  },
  "plan/owned-elsewhere": {
    cause: "A note: something else keeps this object as it wants it, such as a repository by Git Sync.",
    example: "docsform plan",
    remedy: "Nothing is to be done, unless the layout is to change it: then end the synchronization.",
  },
  "plan/part-of-whole": {
    cause: "destroy is to delete a part of something that is only deleted as a whole.",
    example: "docsform destroy --target ADDRESS    # of a section",
    remedy: "Name the whole, or take the part out of the layout and apply.",
  },
  "plan/pinned-replace": {
    cause:
      "An entry is pinned to an id, and its change can only be made by a new object, which has another id.",
    example: "a pinned entry that moves to where the service moves nothing",
    remedy: "Remove id: to let it be replaced, or leave it as it is.",
  },
  "plan/pinned-twice": {
    cause: "Two entries are pinned to one id.",
    example: "spaces:\n  a: { id: s1, title: A }\n  b: { id: s1, title: B }",
    remedy: "Pin each to an id of its own.",
  },
  "plan/maybe-renamed": {
    cause:
      "A note: an object is new in the layout, and another one of its type leaves the same place. Nothing says whether they are one.",
    example:
      "structure:\n  - { section: Handbook, path: handbook, spaces: [guides, api] }    # { section: Guides, path: guides, spaces: [api] } is gone",
    remedy:
      "If they are one, write the line of the note into the entry, for example was: guides. If not, nothing is to be done.",
  },
  "plan/renamed": {
    cause: "A note: an entry has another name in the layout, and is the same object as before.",
    example: "spaces:\n  b: { title: Guides }    # it was a: { title: Guides }",
    remedy: "Nothing is to be done.",
  },
  "plan/required-to-create": {
    cause: "An object does not exist as yet, and creating it takes a field that is not declared.",
    example: 'spaces:\n  api: { emoji: "1f600" }',
    remedy: "Declare the field, or pin an object that exists with id:.",
  },
  "plan/same-elsewhere": {
    cause: "A note: something is created, although there is one of that name in another place.",
    example: "a space that somebody moved to another collection in the app",
    remedy: "If that one is meant, pin it with id:, or say with was: where it was.",
  },
  "plan/unknown-address": {
    cause: "A flag that selects names an address which neither the layout nor the state knows.",
    example: "docsform plan --target nowhere",
    remedy:
      "Correct it; docsform graph shows the addresses of a layout, docsform state list those of its state.",
  },
  "plan/unseen": {
    cause:
      "A note: an object holds what docsform does not know, such as external links, and leaves where it is.",
    example: "docsform plan",
    remedy: "Nothing is to be done.",
  },
  "plan/undeclared-changed": {
    cause:
      "A note: a value that decides who sees something, and that the layout does not declare, has changed since a run last saw it.",
    example: "docsform plan    # after somebody has set a condition in the app",
    remedy:
      "Nothing is to be done if it is meant: the next apply, or docsform accept, remembers it. Else declare it as it is to be.",
  },
  "plan/value-taken": {
    cause:
      "A value that only one object may have belongs to another one, or will be given to it by the service.",
    example: "a path that a section which is not declared has",
    remedy: "Choose another value, or declare the value of the other one too.",
  },
  "plan/was-and-is": {
    cause: "was: says that an object was renamed, but both its old and its new key are live.",
    example: "spaces:\n  api: { title: API, was: { title: Reference } }    # both exist",
    remedy: "Remove was:, or pin the entry to one of the two with id:.",
  },
  "stale/appeared": {
    cause: "Something that was to be created has appeared since the plan was made.",
    example: "docsform apply plan.json",
    remedy: "Plan again.",
  },
  "stale/changed": {
    cause: "A field that was to be written was changed since the plan was made.",
    example: "docsform apply plan.json",
    remedy: "Plan again, and review the new plan.",
  },
  "stale/gone": {
    cause: "An object of the plan no longer exists.",
    example: "docsform apply plan.json",
    remedy: "Plan again.",
  },
  "stale/moved": {
    cause: "The place of an object, or of its siblings, was changed since the plan was made.",
    example: "docsform apply plan.json",
    remedy: "Plan again.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
