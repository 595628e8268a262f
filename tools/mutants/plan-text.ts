import { killedBy, type Mutant } from "./mutant.ts";

/** The dangers and the text of a plan, and attributes that the service clears. */
export const planTextMutants: readonly Mutant[] = [
  ...killedBy(["test/cli/changed-lists.test.ts"], {
    "a changed list shows only the items that leave or join it":
      "changedItems: if 1 -> `return undefined` #a13c",
    "a plan names no more than a hundred items of one change": "changedItems: ? 1 -> only then #282b",
    "the items of a changed list stand below its name": "wholeFields: && 1 -> only operand 1 #3648",
    "a value before a change has the order of the layout":
      "asDeclared in model/: if 1 -> `return shown` #cc86",
    "a value before a change names people as the layout does":
      "teamAttributes: new 1 -> `new Map<string, string>()` #39b2",
  }),
  ...killedBy(
    ["src/model/codes/fail.test.ts", "src/util/first-texts.test.ts", "test/report/plan-text.test.ts"],
    {
      "a message names the first objects of a long list": "firstTexts: ? 1 -> only else #6130",
      "a message names an object rather than counting one": "firstTexts: > 1 -> operator >= #60e0",
      "items that contain commas have semicolons between them": "factText: ? 1 -> only else #d187",
      "a refusal that counts its other objects does not list them again":
        "unnamedAddresses: if 1 -> dropped #2510",
      "--full lists the objects that a refusal counts": "unnamedAddresses: && 1 -> only operand 2 #497f",
    },
  ),
  ...killedBy(["test/planning/effects.test.ts"], {
    "the source of a copy of a new copy is the source of that one":
      "withoutNewSources: call 1 -> `[...sources]` #3bca",
    "a change of a login that cannot be compared counts as wider": "givesMore: ! 1 -> false #22f7",
    "a value that cannot be compared counts as wider":
      "widerFirst: || 1 -> `from >= 0 && to >= 0 && $3` #eb90",
    "a change between two roles without a rank counts as wider": "widerRole: && 1 -> false #0e90",
    "a higher role counts as wider": "widerRole: || 1 -> only operand 2 #1e07",
    "what an outer gate stops is open to nobody": "bothOf: call 1 -> only argument 1 #cd6d",
    "an object inherits the level of the object around it": "levelIn: && 1 -> false #af78",
    "unread contents of an object count as content": "unreadIn: return 1 -> `return [];` #6660",
    "a default is at the URL of its parent too": "urlsOf in engine/audience/: ? 2 -> only else #ae0b",
    "new content that is shown is no danger": "ofReaders: ? 2 -> only else #5e78",
    "a copy has the readers of its source": "ofReaders: ? 1 -> only then #b11d",
    "a URL with other content is a danger": "otherContent: || 1 -> true #5ccf",
    "a URL that moves with its place is redirected": "lostUrl: ? 2 -> only else #1cb1",
    "a site without readers may get another name in its URLs": "ofValues: || 1 -> only operand 1 #1c02",
    "the worst danger is first": "divided: call 1 -> only receiver #a49f",
  }),
  ...killedBy(["test/planning/undo.test.ts"], {
    "an undo that would open something needs permission, also where nobody can see it yet":
      "decides in engine/plan/guard/: if 1 condition -> false #8486",
  }),
  ...killedBy(["test/planning/put-back.test.ts"], {
    "an object that is put back gets the values that the state remembers":
      "asRemembered: if 1 condition -> true #2b96",
    "an undo that opens something needs permission": "undoneDifferences: if 1 condition -> true #e573",
    "what the layout shows instead of an object that a person deleted was closed":
      "deletedObjects in engine/plan/audience/: if 1 condition -> true #d4b2",
    "a pin says which object the layout means":
      "deletedObjects in engine/plan/audience/: || 1 operand 2 -> false #a54e",
    "a plan that shows it needs permission": "undoneForPeople: return 5 -> `return known;` #191c",
    "to show it where readers see it anyway hides nothing": "undoneDifferences: && 1 -> only operand 1 #2403",
    "an object that a person deleted was closed": "revert in engine/plan/: if 3 condition -> false #1bcc",
    "what the layout puts into an object that a person deleted was closed":
      "revertContents: if 1 condition -> true #ce68",
  }),
  ...killedBy(["test/planning/audience-order.test.ts"], {
    "what enters a place waits until it is as narrow as planned":
      "enterNarrowed: if 1 condition -> true #ce68",
    "what opens a place waits for what leaves it": "leaveBeforeWidened: if 1 condition -> true #ce68",
    "what has a condition leaves before a site lets conditions have an effect":
      "passConditions: if 2 condition -> false #5b1e",
    "a site lets conditions have an effect before something with one enters":
      "passConditions: if 3 condition -> false #3ea9",
    "what has no condition need not wait for that": "passConditions: && 1 -> only operand 1 #e57e",
    "a level that stays the same is written before the move":
      "mayPass: return 1 -> `return narrows || widens || node.kind === 'reparent' || showsContent;` #02e4",
    "of the writes of one object, those that close come first": "narrowFirst: if 2 condition -> false #b967",
    "a specification gets other content before it is opened": "passBetween: if 2 condition -> false #7b16",
    "an own level is written before the level around it": "passage: || 4 -> only operand 1 #5108",
    "an object is hidden if no order keeps it closed": "hideFirst: if 1 condition -> true #70f1",
    "a selection does not open what it should close before": "guardedNeeds: if 1 condition -> false #c920",
  }),
  ...killedBy(["test/planning/carried-values.test.ts"], {
    "a replacement that becomes the default gets no value that the service refuses there":
      "isRefusedThere: && 1 -> false #ce79",
    "the plan is refused if it writes a value that the service refuses in the default":
      "refusedInDefault: || 1 -> true #c054",
    "docsform sets the new default before it writes a value that the service refuses in the default":
      "afterDefault: object 1 -> `{ node, after: undefined }` #7f20",
    "a value that is refused in the default is refused inside a parent only if the parent is a default":
      "requiredDefaults: array 3 -> `[$1]` #5fb8",
    "the layout owns the place of an object inside an undeclared object that it deletes":
      "isOwned in engine/plan/decide/: && 1 -> false #62bb",
    "a replacement gets no value that the service refuses in the default if it may become the default":
      "mayBeInDefault: || 1 -> only operand 1 #4098",
    "the service chooses no default if the layout declares one": "mayBecomeDefault: if 1 -> dropped #be0e",
    "the service chooses no default if the default stays": "mayBecomeDefault: if 3 -> dropped #4295",
    "an object that the layout does not own stays the default": "mayBecomeDefault: || 1 -> true #4e7f",
    "a value that a replacement takes over frees the value that the service gave it":
      "keepsValue: call 4 -> `context.matches.byLive.get(key)?.desired` #34a9",
    "a write of an attribute clears the attributes that belong to it":
      "clearedByWriting: array 1 -> `orphans.length < 0 ? [] : [$1]` #39c5",
  }),
  ...killedBy(["test/planning/cleared-values.test.ts"], {
    "a step shows the attributes that the service clears beside a new value":
      "patchedIn: ... 2 -> dropped #2cb1",
    "a step does not show a cleared attribute that had no value": "clearedBeside: !== 1 -> dropped #4f0d",
    "a null clears no other attributes": "clearedBy: call 2 -> only receiver #64dc",
    "a written value clears the attributes that it excludes, also of a copy":
      "execute: ... 2 -> dropped #d75b",
    "accept does not accept an attribute that the service cleared beside another":
      "whoChangedOf: || 1 -> operator && #377e",
  }),
  ...killedBy(["test/report/plan-text.test.ts"], {
    "a note names its object once": "noteText in report/: || 1 -> only operand 1 #8810",
    "the plan names every deleted object":
      "renderDeleted: call 2 -> `$1($2.slice(0, mostLines), $3, $4)` #45ce",
    "a plan lists deletes only among the dangers": "partOf in report/view/: if 1 -> dropped #ea26",
    "an object that is created together with another one has a line if something is its own":
      "hasNothingOfItsOwn: return 2 -> true #13f8",
    "the values of a plan with fewer than 60 steps are whole": "isWhole in report/text/: && 1 -> false #b04c",
    "the values of a large plan are shortened": "isWhole in report/text/: < 1 -> true #4bef",
    "what a plan undoes comes before the rest": "partOf in report/view/: ? 1 -> only else #e66c",
    "a rename is no other field of the entry": "rows in report/view/actions.ts: !== 1 -> true #1610",
    "the plan names every forgotten object": "summaryLine: call 1 -> `$1($2.slice(0, mostNamed))` #85e8",
    "a large plan shows what readers see before internal objects":
      "choose in report/text/: === 3 -> false #8f9f",
    "a change that is too wide shows its new value": "fieldWithin: <= 1 -> true #4e7f",
    "a plan says what the text of a new object is": "newFields: call 5 -> only argument 1 #ed58",
    "the plan counts the steps that it does not show": "inShortOf: call 3 -> `$1.slice($2, $2)` #fdb5",
  }),
  ...killedBy(["test/report/effects.test.ts"], {
    "a plan does not show effects of skipped deletes": "planView: || 1 -> true #c6dd",
    "a plan shows an effect that a step causes that is not skipped": "planView: call 9 -> method every #2e40",
    "content that opens in place of other content is one sentence": "openedInstead: ? 1 -> only else #a7e2",
    "effects with one cause share a sentence, and others do not": "alikeEffects: ? 1 -> only else #fd06",
    "one or two effects each have a sentence": "alikeEffects: < 1 -> false #4bef",
    "effects of several causes share a sentence if there are too many": "linesWithin: ? 1 -> only then #ccd2",
    "the last line counts the effects that do not fit":
      "linesWithin: if 1 -> `return groups.map((alike) => lineOf(alike, time));` #b6f9",
    "a sentence counts the further places of a content": "effectViews: ? 2 -> only else #5a6c",
    "a sentence says what it undoes": "effectRemarks: ? 3 -> only then #d95d",
    "a sentence says that it rests on an assumption": "effectRemarks: ? 2 -> only then #71ea",
    "a finding about an effect is at the cause that the layout declares": "ofEffects: !== 1 -> true #ac28",
  }),
];
