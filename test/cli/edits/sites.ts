import { atEnd, below, cut, deletes, type Edit, edited, everywhere, prune, put } from "./edit.ts";

const help = `  help:
    title: Help
    visibility: share-link
    type: basic
    shareLinks:
      - { name: Partners }
    structure:
      - { space: help-home, path: home, default: true }
      - { space: help-contact, path: contact }
`;
const reference = `      - group: Reference
        children:
          - section: API
            path: api
            spaces:
              - { space: api, path: v3, default: true }
              - { space: api-2, path: v2 }
              - { space: api-1, path: v1 }
          - { section: JavaScript, path: js, spaces: [sdk-js] }
          - { section: Go, path: go, spaces: [sdk-go] }
          - { section: Webhooks, path: webhooks, spaces: [webhooks], draft: true }
`;
const inReference = ["api", "js", "go", "webhooks"].map((path) => `site_section.docs/${path}`);
const shownInReference = ["api/v3", "api/v2", "api/v1", "js/sdk-js", "go/sdk-go", "webhooks/webhooks"].map(
  (path) => `site_space.docs/${path}`,
);

export const editsOfSites: readonly Edit[] = [
  {
    what: "a site gets another title",
    change: edited(put("title: Acme docs", "title: Acme documentation")),
    steps: ["1 patch site"],
  },
  {
    what: "a site gets another key",
    change: edited(put("  docs:\n", "  main:\n")),
    steps: [],
    renamed: { "site.docs": "site.main" },
  },
  {
    what: "a site gets another address, behind a proxy",
    change: edited(put("basename: docs", "basename: manuals\n    proxy: acme.example/docs")),
    steps: ["1 patch site"],
  },
  {
    what: "a site is unpublished",
    change: edited(put("    title: Acme docs", "    title: Acme docs\n    published: false")),
    steps: ["1 patch site"],
  },
  {
    what: "only logged-in visitors see a site",
    change: edited(put("    title: Acme docs", "    title: Acme docs\n    visibility: visitor-auth")),
    steps: ["1 patch site"],
  },
  {
    what: "a site becomes public",
    change: edited(put("visibility: share-link", "visibility: public\n    published: true")),
    steps: ["1 patch site"],
  },
  {
    what: "the site is unpublished in the app, and the layout still publishes it",
    inTheApp: [{ operation: "unpublishSite", of: { siteId: "site.docs" } }],
    change: edited(put("section: Billing, path: billing", "section: Invoices, path: billing")),
    needs: [
      {
        flag: "--overwrite-live",
        code: "guard/undo",
        danger: "The plan undoes changes made on the service since the last apply",
      },
    ],
    steps: ["1 patch site", "1 patch site_section"],
  },
  {
    what: "two sections move to a new site",
    change: edited(
      cut("section: JavaScript", "section: Go"),
      atEnd(`  sdks:
    title: Acme SDKs
    visibility: unlisted
    structure:
      - { section: JavaScript, path: js, spaces: [sdk-js] }
      - { section: Go, path: go, spaces: [sdk-go] }
`),
    ),
    needs: [deletes(4)],
    steps: [
      "1 create site",
      "2 create site_section",
      "2 create site_space",
      "2 delete site_section",
      "2 delete site_space",
    ],
    deleted: [
      "site_section.docs/js",
      "site_space.docs/js/sdk-js",
      "site_section.docs/go",
      "site_space.docs/go/sdk-go",
    ],
  },
  {
    what: "a site is split in two",
    change: edited(
      put(reference, ""),
      atEnd(`  developers:
    title: Acme for developers
    visibility: unlisted
    structure:
${reference}`),
    ),
    needs: [
      deletes(11),
      {
        flag: "--max-deletes 11",
        code: "guard/too-many-deletes",
        danger: "The plan would delete 4 of 11 site sections",
      },
    ],
    whyTwoFlags: "more than 30 % of the sections go",
    steps: [
      "1 create site",
      "1 create site_section_group",
      "4 create site_section",
      "6 create site_space",
      "1 delete site_section_group",
      "4 delete site_section",
      "6 delete site_space",
    ],
    deleted: ["site_section_group.docs/Reference", ...inReference, ...shownInReference],
  },
  {
    what: "a site is deleted, and its spaces stay",
    change: edited(put(help, ""), prune("sites")),
    needs: [deletes(4)],
    steps: ["1 delete site", "1 delete site_share_link", "2 delete site_space"],
    deleted: [
      "site.help",
      "site_space.help/home",
      "site_space.help/contact",
      "site_share_link.help/Partners",
    ],
  },
  {
    what: "a site of another type is added beside the old one",
    change: atEnd(help.replace("  help:", "  support:").replace("type: basic", "type: premium")),
    steps: ["1 create site", "1 create site_share_link", "2 create site_space"],
  },
  {
    what: "a site gets another type",
    change: edited(put("type: basic", "type: premium")),
    needs: [
      {
        flag: "--allow-recreate",
        code: "guard/recreate",
        danger: "type can be set only at creation",
      },
    ],
    steps: ["1 replace site", "1 replace site_share_link", "2 replace site_space"],
    deleted: [
      "site.help",
      "site_space.help/home",
      "site_space.help/contact",
      "site_share_link.help/Partners",
    ],
  },
  {
    what: "a site with a custom host name gets another type",
    change: edited(put("type: basic", "type: premium")),
    liveValues: { of: "site.help", fields: { hostname: "help.acme.example" } },
    notPermitted: [
      {
        code: "guard/not-transferable",
        danger: "would lose the hostname help.acme.example, which the service's API cannot transfer",
      },
    ],
    steps: ["1 replace site", "1 replace site_share_link", "2 replace site_space"],
  },
  {
    what: "a site with a structure from Git Sync gets another type",
    change: edited(put("type: basic", "type: premium")),
    liveValues: {
      of: "site.help",
      fields: {
        gitSync: { installationId: "i1", installationProvider: "github", installationStatus: "active" },
      },
    },
    notPermitted: [
      {
        code: "guard/external-owner",
        danger: "Git Sync manages the title and the structure of this site",
      },
    ],
    steps: ["1 replace site", "1 replace site_share_link", "2 replace site_space"],
  },
  {
    what: "a flat site gets sections",
    change: edited(
      put(
        "{ space: help-home, path: home, default: true }",
        "{ section: Help, path: help, spaces: [help-home] }",
      ),
      put(
        "{ space: help-contact, path: contact }",
        "{ section: Contact, path: contact, spaces: [help-contact] }",
      ),
    ),
    needs: [{ ...deletes(2), danger: "2 objects would be replaced by new ones" }],
    steps: ["2 create site_section", "2 replace site_space"],
    deleted: ["site_space.help/home", "site_space.help/contact"],
  },
  {
    what: "a share link is added",
    change: edited(below("name: Partners", "      - { name: Reviewers }")),
    steps: ["1 create site_share_link"],
  },
  {
    what: "a share link is turned off",
    change: edited(put("name: Partners", "name: Partners, active: false")),
    steps: ["1 patch site_share_link"],
  },
  {
    what: "a share link is revoked",
    change: edited(put("    shareLinks:\n      - { name: Partners }\n", "    shareLinks: []\n")),
    needs: [deletes(1)],
    steps: ["1 delete site_share_link"],
    deleted: ["site_share_link.help/Partners"],
  },
  {
    what: "a site with sections becomes flat",
    change: edited(
      everywhere(
        /    structure:\n      - section: Start[^]*?(?=  help:)/gu,
        "    structure: [{ space: start }]\n",
      ),
    ),
    needs: [
      { ...deletes(28), danger: "28 objects would be deleted, and 1 replaced by a new one" },
      {
        flag: "--max-deletes 29",
        code: "guard/too-many-deletes",
        danger: "The plan would delete 29 of 71 managed objects",
      },
      {
        flag: "--allow-recreate",
        code: "guard/structure-kind",
        danger: "It deletes the old ones first, and readers see nothing in between.",
      },
    ],
    whyTwoFlags: "most of a published site goes, and readers see nothing meanwhile",
    steps: [
      "1 replace site_space",
      "1 delete site_link",
      "2 delete site_section_group",
      "11 delete site_section",
      "14 delete site_space",
    ],
    deleted: [
      "site_link.docs/Status",
      "site_section_group.docs/Learn",
      "site_section_group.docs/Reference",
      ...inReference,
      ...shownInReference,
      ...["start", "guides", "tutorials", "faq", "admin", "billing", "changelog"].map(
        (path) => `site_section.docs/${path}`,
      ),
      ...["guides/en", "guides/fr", "guides/de", "start/start", "tutorials/tutorials", "faq/faq"].map(
        (path) => `site_space.docs/${path}`,
      ),
      ...["admin/admin", "billing/billing", "changelog/changelog"].map((path) => `site_space.docs/${path}`),
    ],
  },
];
