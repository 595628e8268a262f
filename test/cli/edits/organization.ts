import { organization } from "../workbench.ts";
import { below, cut, deletes, type Edit, edited, prune, put } from "./edit.ts";
import { layout } from "./layout.ts";

const okta = `  okta:
    label: Okta
    ssoURL: https://acme.okta.example/app/sso/saml
    entityID: http://www.okta.example/exk1
`;
const entra = `  entra:
    label: Entra
    ssoURL: https://login.acme.example/saml
    entityID: https://sts.acme.example
`;

export const editsOfTheOrganization: readonly Edit[] = [
  {
    what: "the organization gets another title, an e-mail domain, and another default role",
    change: edited(
      put("  defaultRole: read\n  emailDomains", "  title: Acme Ltd\n  defaultRole: comment\n  emailDomains"),
      put("[acme.example]", "[acme.example, acme.test]"),
    ),
    steps: ["1 patch organization"],
  },
  {
    what: "one member gets a higher role, and another one a lower role",
    change: edited(
      put("grace@example.com, role: read", "grace@example.com, role: edit"),
      put("ada@example.com, role: edit", "ada@example.com, role: read"),
    ),
    steps: ["2 patch member"],
  },
  {
    what: "the token's own user gets a lower role",
    change: edited(below("  grace: {", "  olive: { email: olive@example.com, role: create }")),
    needs: [
      {
        flag: "--allow-own-access",
        code: "guard/own-access",
        danger: "The plan changes the access of the token's own user",
      },
    ],
    steps: ["1 import member", "1 patch member"],
  },
  {
    what: "a member leaves",
    change: edited(
      cut("  grace: {"),
      prune("members"),
      put(", grace@example.com]", "]"),
      put("[grace@example.com]", "[]"),
    ),
    needs: [deletes(1)],
    steps: ["2 patch team", "1 delete member"],
    deleted: ["member.grace"],
  },
  {
    what: "a team is added",
    change: edited(below("  support: {", "  reviewers: { title: Reviewers, members: [ada@example.com] }")),
    steps: ["1 create team"],
  },
  {
    what: "a team gets another title and another member",
    change: edited(
      put(
        "title: Support, members: [grace@example.com]",
        "title: Customer care, members: [grace@example.com, ada@example.com]",
      ),
    ),
    steps: ["1 patch team"],
  },
  {
    what: "a team is deleted",
    change: edited(cut("  support: {"), prune("teams")),
    needs: [deletes(1)],
    steps: ["1 delete team"],
    deleted: ["team.support"],
  },
  {
    what: "a second identity provider is added",
    change: edited(put("openapi:\n", `${entra}    certificate: !env NEXT_CERTIFICATE\nopenapi:\n`)),
    steps: ["1 create saml_provider"],
  },
  {
    what: "another identity provider replaces the old one",
    change: edited(put(okta, entra)),
    needs: [
      {
        flag: "--allow-create",
        code: "guard/create-beside",
        danger: "They may be the same objects under new names.",
      },
    ],
    steps: ["1 create saml_provider", "1 forget saml_provider"],
    forgotten: ["saml_provider.okta"],
  },
  {
    what: "the identity provider gets another certificate",
    change: edited(put("!env OKTA_CERTIFICATE", "!env NEXT_CERTIFICATE")),
    steps: ["1 patch saml_provider"],
  },
  {
    what: "single sign-on is removed",
    change: edited(
      put(
        `saml:\n${okta}    certificate: !env OKTA_CERTIFICATE\n    defaultTeam: writers\n    defaultRole: read\n`,
        "",
      ),
      prune("saml"),
    ),
    needs: [deletes(1)],
    steps: ["1 delete saml_provider"],
    deleted: ["saml_provider.okta"],
  },
  {
    what: "a specification is added",
    change: edited(
      below("  payments: {", '  orders: { source: { url: "https://acme.example/orders.json" } }'),
    ),
    steps: ["1 create openapi_spec"],
  },
  {
    what: "a specification gets another URL, and becomes public",
    change: edited(put('payments.json" }, visibility: private', 'v2/payments.json" }, visibility: public')),
    steps: ["1 patch openapi_spec"],
  },
  {
    what: "a specification is removed",
    change: edited(cut("  payments: {"), prune("openapi")),
    needs: [deletes(1)],
    steps: ["1 delete openapi_spec"],
    deleted: ["openapi_spec.payments"],
  },
];

const [beforeSites = "", sites = ""] = layout.split(/^(?=sites:)/mu);
const open = "x-open: &open { visibility: public, published: true }\n";

export const editsOfFiles: readonly Edit[] = [
  {
    what: "the sites move to a separate file",
    change: () => beforeSites.replace(open, ""),
    files: { "sites.yaml": `docsform: 1\n${open}${sites}` },
    args: ["-f", "docsform.yaml", "-f", "sites.yaml"],
    steps: [],
  },
  {
    what: "the layout moves to a folder with two files",
    files: { "layout/base.yaml": beforeSites.replace(open, ""), "layout/sites.yaml": `${open}${sites}` },
    removes: ["docsform.yaml"],
    args: ["-f", "layout"],
    state: ["docsform.state.json", "layout/docsform.layout.state.json"],
    planReport: ["docsform state rename --from docsform.state.json -f layout"],
    before: [["state", "rename", "--from", "docsform.state.json", "-f", "layout"]],
    steps: [],
  },
  {
    what: "a second environment is added",
    change: edited(
      put(`  id: ${organization}\n`, ""),
      below(
        "docsform: 1",
        "environments:",
        `  production: { organization: { id: ${organization} } }`,
        "  staging: { organization: { id: Stg3vT8xLz } }",
      ),
    ),
    args: ["--env", "production"],
    state: ["docsform.state.json", "docsform.production.state.json"],
    planReport: ["docsform state rename --from docsform.state.json --env production"],
    before: [["state", "rename", "--from", "docsform.state.json", "--env", "production"]],
    steps: [],
  },
  {
    what: "a block of defaults moves into the entry that uses it",
    change: edited(cut("x-open:"), put("    <<: *open\n", "    visibility: public\n    published: true\n")),
    steps: [],
  },
  {
    what: "a text becomes a variable",
    change: edited(
      below("docsform: 1", "variables: { company: Acme }"),
      put("title: Acme docs", `title: "$\{company} docs"`),
    ),
    steps: [],
  },
  {
    what: "two spaces move to another layout",
    change: edited(cut("  notes: {", "  events: {")),
    files: {
      "archive.yaml": `docsform: 1
organization: ${organization}
spaces:
  notes: { title: Release notes 2024 }
  events: { title: Events 2024 }
`,
    },
    before: ["notes", "events"].map((key) => ["state", "mv", `space.${key}`, "--to", "archive.yaml"]),
    steps: [],
    forgotten: ["space.notes", "space.events"],
  },
];
