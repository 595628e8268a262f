import { killedBy, type Mutant } from "./mutant.ts";

/** Constructs, and apps that were synthesized. */
export const constructMutants: readonly Mutant[] = [
  ...killedBy(["test/cli/synthesized-app.test.ts"], {
    "an error annotation of an app is an error": 'annotationsIn: string 2 -> `"warning"` #ac4e',
    "a warning annotation of an app is a warning": "annotationsIn: string 4 -> undefined #4290",
    "a provider block of an app can limit the requests in flight": "readProvider: ... 3 -> dropped #9145",
    "the limit of an app applies even if `--concurrency` is higher":
      "withClient: call 1 -> only argument 1 #d687",
  }),
  ...killedBy(["test/constructs/wrong-uses.test.ts"], {
    "the properties that every object has have their form": "checkCommon: if 2 -> dropped #e9c2",
    "arrange gets a list of objects": "Siblings.#problems: ? 1 -> only then #bb0a",
  }),
  ...killedBy(["src/constructs/constructs.test.ts", "src/constructs/docs-layout.test.ts"], {
    "a construct refuses an id where it needs an object": "referenceProblems: ! 1 -> false #78d1",
    "the URL of a section is read after the app publishes the site":
      "SiteSection.urls in constructs/docs-site-section.ts: === 1 -> true #2875",
    "the URL of a variant is read after the app publishes the site":
      "SiteSpace.urls in constructs/docs-site-space.ts: === 1 -> true #2875",
    "a construct refuses a reference to an object of another type": "referenceProblems: ! 2 -> false #fb59",
    "a construct refuses a reference to an object on another site": "siteProblems: || 1 -> true #8691",
    "a construct refuses a reference to another stack with another organization":
      "organizationProblems in constructs/check-references.ts: || 1 -> true #5429",
    "a construct refuses a reference to an object in its stack with another provider":
      "providerProblems: === 2 -> true #4383",
    "an app cannot publish a site without content": "SiteStructure.#publicationProblems: || 1 -> true #a697",
    "siblings that show the same object need different paths":
      "checkPlace in constructs/: ... 2 -> dropped #d973",
    "the URLs of a site that the app publishes come from the publication":
      "Site.urls in constructs/docs-site.ts: . 1 -> dropped #8f22",
    "the synthesis of a `DocsLayout` does not need the layout's secrets": "readAll: true 1 -> false #c54c",
    "an order of siblings refuses an object of another site": "Siblings.#problems: && 2 -> false #ea1b",
  }),
  ...killedBy(["test/planning/order.test.ts", "src/layout/synthesized", "test/terraform/same-app.test.ts"], {
    "docsform does not move a sibling that an order omits": "siblingList: call 3 -> only receiver #8cef",
    "the order of an app applies only to the siblings that it lists": "rankObjects: ? 1 -> only else #ab48",
    "the state records no rank for a sibling that an order omits": "managedObjects: !== 3 -> dropped #898b",
  }),
  ...killedBy(["src/constructs/constructs.test.ts"], {
    "what is unique is unique in all stacks of an app": "area: ? 1 -> only else #3a37",
    "a translation is unique by what it refers to": "registerKey: ? 2 -> only then #db2f",
    "an order is declared once": "Siblings.#problems: ? 2 -> only else #48cd",
  }),
  ...killedBy(["test/testing/emulated.test.ts"], {
    "the kit returns a list that another user reads": "Emulated.call: ? 1 -> only then #35c9",
    "the kit names the steps that failed": "notApplied in constructs/testing/: ? 1 -> only then #acbd",
    "the kit's lines name constructs": "objectWords in constructs/testing/: ? 1 -> only then #b2ae",
    "a stack orders even one object that it adds to another stack's": "Siblings.add: ? 1 -> only else #bbcc",
    "other stacks add to a parent in the order of the code": "Siblings.#addResource: if 2 -> dropped #4ddc",
    "one object of a parent's own stack comes before those of other stacks":
      "orderedSiblings: ? 2 -> only else #c866",
    "the siblings of the stack that declares their parent come first":
      "placeOf in layout/synthesized/: if 1 -> dropped #baa0",
  }),
  ...killedBy(["test/terraform/cross-stack.test.ts"], {
    "each stack orders the siblings that it declares": "SiteStructure.within: === 1 -> true #3ccf",
    "docsform finds the state of a stack whose name has characters that Terraform does not permit":
      "stackOfState: call 4 -> only receiver #141e",
  }),
  ...killedBy(["test/constructs/wrong-uses.test.ts", "src/constructs/constructs.test.ts"], {
    "a property that an object does not have is an error": "unknownIn in constructs/: && 1 -> false #01e7",
    "an object without properties is reported as an object": "propsGiven: ? 1 -> only then #45ab",
    "a value that contains itself is an error of its construct": "refuseCircular: if 1 -> dropped #bfed",
    "an object of another copy of the library is an object": "objectSymbol: call 1 -> `Symbol()` #85aa",
  }),
  ...killedBy(["test/constructs/wrong-uses.test.ts"], {
    "a construct outside the stacks is refused": "checkStack in constructs/: if 1 -> dropped #381c",
    "objects that wait for each other are a problem": "cycleProblems in constructs/: return 2 -> [] #c9bf",
    "an id with a slash or a blank is refused": "checkId in constructs/: throw 1 -> dropped #a011",
    "a second provider without an alias is a problem":
      "secondProviderProblems in constructs/: return 2 -> [] #1ec5",
    "a piece of a token in a text is a problem": "hasPartOfToken in constructs/: return 1 -> false #e9f7",
    "one object is imported once": "importProblems: ? 1 -> only then #3326",
  }),
  ...killedBy(["src/constructs/former-id.test.ts"], {
    "a former id cannot lead to an address that is in use": "StackMoves.#clashesOf: if 2 -> dropped #9630",
    "two constructs cannot have had the same address": "StackMoves.#clashesOf: && 1 -> false #d085",
    "a combination of former ids that another resource claims is no move":
      "StackMoves.#blocks: === 1 -> true #958c",
    "a former id that is the present one is refused": "StackMoves.#problemOf: if 4 -> dropped #238a",
    "a former id outside the stack is refused": "resolveFormerPath: ? 2 condition -> true #f3d2",
    "an overridden address does not follow a former id": "StackMoves.#formerAddresses: if 1 -> dropped #569f",
    "a variant follows the former id of its space":
      "SiteSection.#addFurtherSpace: if 1 condition -> true #5706",
  }),
  ...killedBy(["src/constructs/docs-checks.test.ts"], {
    "a public object needs a reason": "publicRule: || 1 -> true #a302",
    "a blank reason opens nothing": "isAllowed: !== 1 -> true #b188",
    "an object that the app does not publish is not public": "publicWords: if 1 -> dropped #d208",
    "the checks of a construct in a stack check only that construct": "attach: if 1 -> dropped #9eed",
    "a finding of a rule is reported once in several syntheses": "reportOn: ! 1 -> true #24ba",
  }),
  ...killedBy(["test/testing"], {
    "the kit finds the errors of annotations": "annotationsOf in constructs/testing/: === 1 -> true #2875",
    "an app on the emulator applies nothing that a guard refuses": "Emulated.apply: if 1 -> dropped #4a42",
    "a misspelt attribute is an error of the test": "checkNames in constructs/testing/: === 1 -> true #5a14",
    "an app of another organization needs another emulator": "Emulated.#start: if 2 -> dropped #9b73",
  }),
  ...killedBy(["test/constructs/cdktn.test.ts"], {
    "a construct refuses an app of another library": "checkLibrary: === 3 -> operator !== #4383",
  }),
];
