import { killedBy, type Mutant } from "./mutant.ts";

/** What an app is told when it is synthesized. */
export const constructMutants: readonly Mutant[] = [
  ...killedBy(["test/cli/synthesized-app.test.ts"], {
    "what an app calls wrong is not applied": 'annotationsIn: string 2 -> `"warning"` #ac4e',
    "what an app warns of is shown": "annotationsIn: string 4 -> undefined #4290",
    "an app says how many requests may be in flight": "readProvider: ... 3 -> dropped #9145",
    "what an app says of requests in flight bounds them": "withClient: call 1 -> only argument 1 #d687",
  }),
  ...killedBy(["src/constructs/constructs.test.ts", "src/constructs/docs-layout.test.ts"], {
    "an id is not an object": "referenceProblems: ! 1 -> false #78d1",
    "where a section is published is read when its site is":
      "SiteSection.urls in constructs/site-section.ts: === 1 -> true #2875",
    "where a variant is published is read when its site is":
      "SiteSpace.urls in constructs/site-space.ts: === 1 -> true #2875",
    "a reference is to the right type": "referenceProblems: ! 2 -> false #fb59",
    "a reference stays on its site": "siteProblems: || 1 -> true #8691",
    "a reference to another stack stays in its organization":
      "organizationProblems in constructs/check-references.ts: || 1 -> true #5429",
    "a reference keeps its provider": "providerProblems: === 2 -> true #c92d",
    "a site without content is not published": "SiteStructure.#publishedEmpty: || 1 -> true #a697",
    "paths tell apart what is shown twice": "checkPlace in constructs/: statement 2 -> dropped #2ef5",
    "addresses wait for the publication": "Site.urls in constructs/site.ts: . 1 -> dropped #8f22",
    "secrets of a layout need not be there at synth": "readAll: true 1 -> false #c54c",
    "an order stays on its site": "Siblings.#problems: && 2 -> false #ea1b",
  }),
  ...killedBy(["test/planning/order.test.ts", "src/synthesized", "test/terraform/same-app.test.ts"], {
    "what an order leaves out is not moved": "siblingList: call 3 -> only receiver #8cef",
    "an app's order speaks for what it lists": "rankObjects: ? 1 -> only else #ab48",
    "what an order leaves out has no place in the state": "managedObjects: !== 3 -> dropped #898b",
  }),
  ...killedBy(["test/terraform/cross-stack.test.ts"], {
    "another stack orders what it puts into a site by itself": "SiteStructure.within: === 1 -> true #3ccf",
    "the orders of two stacks come as these are applied": "joined in synthesized/: ? 1 -> swapped #5396",
    "the state of another stack is found by its name": "stackOfState: call 4 -> only receiver #141e",
  }),
  ...killedBy(["test/constructs/cdktn.test.ts"], {
    "constructs for another library name the right ones": "checkLibrary: === 3 -> operator !== #4383",
  }),
];
