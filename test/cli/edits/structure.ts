import { below, cut, deletes, type Edit, edited, everywhere, put } from "./edit.ts";

const billing = "      - { section: Billing, path: billing, spaces: [billing] }";
const status = '      - { link: Status, url: "https://status.acme.example" }';
const community = '      - { link: Community, url: "https://community.acme.example" }';
const learn = `      - group: Learn
        icon: book
        children:
          - { section: Tutorials, path: tutorials, spaces: [tutorials] }
          - { section: Questions, path: faq, spaces: [faq] }
`;

export const editsOfStructure: readonly Edit[] = [
  {
    what: "a section gets another title",
    change: edited(put("section: Billing, path: billing", "section: Invoices, path: billing")),
    steps: ["1 patch site_section"],
  },
  {
    what: "a section gets another path",
    change: edited(put("section: Billing, path: billing", "section: Billing, path: invoices")),
    steps: ["1 patch site_section"],
    renamed: { "site_section.docs/billing": "site_section.docs/invoices" },
  },
  {
    what: "a section gets another title and another path",
    change: edited(put("section: Billing, path: billing", "section: Invoices, path: invoices")),
    steps: ["1 patch site_section"],
    renamed: { "site_section.docs/billing": "site_section.docs/invoices" },
  },
  {
    what: "every section gets another title",
    change: edited(everywhere(/section: (?=\w)/g, "section: Acme ")),
    needs: [
      {
        flag: "--max-changes 11",
        code: "guard/too-many-changes",
        danger: "The plan would change 11 of 11 site sections",
      },
    ],
    steps: ["11 patch site_section"],
  },
  {
    what: "a section gets a title in another language, and an icon",
    change: edited(put("path: billing,", "path: billing, localizedTitle: { fr: Factures }, icon: receipt,")),
    steps: ["1 patch site_section"],
  },
  {
    what: "only some visitors see a section",
    change: edited(put("path: billing,", "path: billing, condition: visitor.claims.customer,")),
    steps: ["1 patch site_section"],
  },
  {
    what: "a section moves into a group",
    change: edited(cut("section: Billing"), below("path: faq", `    ${billing}`)),
    steps: ["1 move site_section"],
  },
  {
    what: "a section moves out of its group",
    change: edited(
      cut("section: Questions"),
      below("section: Billing", "      - { section: Questions, path: faq, spaces: [faq] }"),
    ),
    steps: ["1 move site_section"],
  },
  {
    what: "a section moves into a group, with another title and another path",
    change: edited(
      cut("section: Billing"),
      below("path: faq", `    ${billing.replace("Billing, path: billing", "Invoices, path: invoices")}`),
    ),
    steps: ["1 move site_section", "1 patch site_section"],
    renamed: { "site_section.docs/billing": "site_section.docs/invoices" },
  },
  {
    what: "the sections get another order",
    change: edited(cut("section: Billing"), put("      - group: Learn", `${billing}\n      - group: Learn`)),
    steps: ["1 move site_section"],
  },
  {
    what: "a section is added with a new space, in a new group",
    change: edited(
      below("  billing: {", "  partners: { title: Partners, collection: product }"),
      below(
        "section: Billing",
        "      - group: Partners",
        "        children: [{ section: Partners, path: partners, spaces: [partners] }]",
      ),
    ),
    steps: ["1 create space", "1 create site_section_group", "1 create site_section", "1 create site_space"],
  },
  {
    what: "a section is deleted, and its space stays",
    change: edited(cut("section: Changelog")),
    needs: [deletes(2)],
    steps: ["1 delete site_section", "1 delete site_space"],
    deleted: ["site_section.docs/changelog", "site_space.docs/changelog/changelog"],
  },
  {
    what: "two sections are merged into one",
    change: edited(
      cut("section: Billing"),
      put("path: admin, spaces: [admin]", "path: admin, spaces: [admin, { space: billing, path: billing }]"),
    ),
    needs: [{ ...deletes(1), danger: "1 object would be deleted, and 1 replaced by a new one." }],
    steps: ["1 replace site_space", "1 delete site_section"],
    deleted: ["site_section.docs/billing", "site_space.docs/billing/billing"],
  },
  {
    what: "another section is the default",
    change: edited(
      cut("        default: true"),
      put("section: Changelog,", "section: Changelog, default: true,"),
    ),
    steps: ["1 patch site_section"],
  },
  {
    what: "a draft is published",
    change: edited(put("spaces: [webhooks], draft: true", "spaces: [webhooks], draft: false")),
    steps: ["1 patch site_section"],
  },
  {
    what: "a draft is published in a layout that refuses to open anything",
    change: edited(
      below("docsform: 1", "safety: { opens: refuse }"),
      put("spaces: [webhooks], draft: true", "spaces: [webhooks], draft: false"),
    ),
    needs: [
      {
        code: "guard/opens",
        flag: "--allow-opens",
        danger: "The plan opens something to more people, which the layout refuses",
      },
    ],
    steps: ["1 patch site_section"],
  },
  {
    what: "a group gets another title",
    change: edited(put("group: Reference", "group: For developers")),
    steps: ["1 patch site_section_group"],
    renamed: { "site_section_group.docs/Reference": "site_section_group.docs/For developers" },
  },
  {
    what: "a group moves into another one",
    change: edited(
      put(learn, ""),
      put(
        "Reference\n        children:\n",
        `Reference\n        children:\n${learn.replace(/^(?=.)/gmu, "    ")}`,
      ),
    ),
    steps: ["1 move site_section_group"],
    renamed: { "site_section_group.docs/Learn": "site_section_group.docs/Reference/Learn" },
  },
  {
    what: "a group is deleted, and its sections stay",
    change: edited(
      put("      - group: Learn\n        icon: book\n        children:\n", ""),
      put("          - { section: Tutorials", "      - { section: Tutorials"),
      put("          - { section: Questions", "      - { section: Questions"),
    ),
    needs: [deletes(1)],
    steps: ["2 move site_section", "1 delete site_section_group"],
    deleted: ["site_section_group.docs/Learn"],
  },
  {
    what: "a link to another site is added to a group",
    change: edited(below("path: faq", `    ${community}`)),
    steps: ["1 create site_link"],
  },
  {
    what: "a link leads to another page",
    change: edited(put("https://status.acme.example", "https://acme.example/status")),
    steps: ["1 patch site_link"],
  },
  {
    what: "a link gets another title, and an icon",
    change: edited(put("link: Status,", "link: Incidents, icon: bell,")),
    steps: ["1 patch site_link"],
    renamed: { "site_link.docs/Status": "site_link.docs/Incidents" },
  },
  {
    what: "a link moves into a group",
    change: edited(cut("link: Status"), below("path: faq", `    ${status}`)),
    steps: ["1 move site_link"],
    renamed: { "site_link.docs/Status": "site_link.docs/Learn/Status" },
  },
  {
    what: "a link is deleted",
    change: edited(cut("link: Status")),
    needs: [deletes(1)],
    steps: ["1 delete site_link"],
    deleted: ["site_link.docs/Status"],
  },
];

export const editsOfVariants: readonly Edit[] = [
  {
    what: "a section gets a variant in another language",
    change: edited(
      below("  guides-de: {", "  guides-es: { title: Guides (español), collection: product, language: es }"),
      below("path: fr }", "          - { space: guides-es, path: es }"),
    ),
    steps: ["1 create space", "1 create site_space"],
  },
  {
    what: "a new version is added as the default",
    change: edited(
      below("  api: {", "  api-4: { title: API 4, collection: engineering }"),
      put(
        "              - { space: api, path: v3, default: true }",
        "              - { space: api-4, path: v4, default: true }\n              - { space: api, path: v3 }",
      ),
    ),
    steps: ["1 create space", "1 create site_space"],
  },
  {
    what: "an old version is removed",
    change: edited(cut("space: api-1, path: v1")),
    needs: [deletes(1)],
    steps: ["1 delete site_space"],
    deleted: ["site_space.docs/api/v1"],
  },
  {
    what: "another variant is the default",
    change: edited(
      put("path: v3, default: true", "path: v3"),
      put("path: v2 }", "path: v2, default: true }"),
    ),
    steps: ["1 patch site_space"],
  },
  {
    what: "the variants get another order",
    change: edited(cut("path: fr }"), below("path: de,", "          - { space: guides-fr, path: fr }")),
    steps: ["1 move site_space"],
  },
  {
    what: "a variant shows another space",
    change: edited(put("path: js, spaces: [sdk-js]", "path: js, spaces: [cli]")),
    steps: ["1 patch site_space"],
    renamed: { "site_space.docs/js/sdk-js": "site_space.docs/js/cli" },
  },
  {
    what: "a variant is hidden",
    change: edited(put("path: v1 }", "path: v1, hidden: true }")),
    steps: ["1 patch site_space"],
  },
  {
    what: "a variant that is hidden in the app moves to another section",
    inTheApp: [
      {
        operation: "updateSiteSpaceById",
        of: { siteId: "site.docs", siteSpaceId: "site_space.docs/guides/fr" },
        body: { hidden: true, condition: "visitor.claims.beta", draft: true },
      },
    ],
    change: edited(
      cut("path: fr }"),
      put("path: admin, spaces: [admin]", "path: admin, spaces: [admin, { space: guides-fr, path: fr }]"),
    ),
    needs: [{ ...deletes(1), danger: "1 object would be replaced by a new one." }],
    steps: ["1 replace site_space"],
    deleted: ["site_space.docs/guides/fr"],
    keeps: {
      "site_space.docs/admin/fr": { hidden: true, condition: "visitor.claims.beta", draft: true, path: "fr" },
    },
  },
];
