import type { PageContent, PageItem } from "../../src/report/page/page-content.ts";

/** The page of a plan with this many steps, with typical fields. */
export function largePage(steps: number): PageContent {
  const items = Array.from({ length: steps }, (_, at): PageItem => {
    const isNew = at % 3 === 0;
    return {
      address: `site_section.site-${at % 50}/section-${at}`,
      title: `Section ${at}`,
      kind: "section",
      action: isNew ? "create" : "patch",
      tone: isNew ? "added" : "changed",
      within: `Site ${at % 50}`,
      isMoved: false,
      words: isNew ? `/section-${at}` : "",
      remark: "",
      fields: [
        { name: "title", ...(!isNew && { before: `Former section ${at}` }), after: `Section ${at}` },
        { name: "path", ...(!isNew && { before: `former-${at}` }), after: `section-${at}` },
      ],
      dangers: isNew ? [] : ["deleted"],
      causes: [],
    };
  });
  return {
    heading: "Plan for a large organization",
    facts: [["Organization", "large"]],
    items,
    effects: [],
    trees: [],
    unchangedTrees: 0,
    sides: ["Now", "Afterwards"],
    refusals: [],
    permit: "",
    notes: [],
  };
}
