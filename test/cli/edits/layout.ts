import { organization } from "../workbench.ts";

/** The documentation of a company: two sites with their contents, and the access to them. */
export const layout = `docsform: 1
organization:
  id: ${organization}
  defaultRole: read
  emailDomains: [acme.example]
x-open: &open { visibility: public, published: true }
members:
  ada: { email: ada@example.com, role: edit }
  grace: { email: grace@example.com, role: read }
teams:
  writers: { title: Writers, members: [ada@example.com, grace@example.com] }
  support: { title: Support, members: [grace@example.com] }
saml:
  okta:
    label: Okta
    ssoURL: https://acme.okta.example/app/sso/saml
    entityID: http://www.okta.example/exk1
    certificate: !env OKTA_CERTIFICATE
    defaultTeam: writers
    defaultRole: read
openapi:
  petstore: { source: { url: "https://acme.example/petstore.json" }, visibility: public }
  payments: { source: { url: "https://acme.example/payments.json" }, visibility: private }
collections:
  product: { title: Product, defaultLevel: read }
  engineering: { title: Engineering, parent: product, defaultLevel: comment }
  internal: { title: Internal }
spaces:
  start: { title: Start here, collection: product, emoji: "1f680" }
  guides: { title: Guides, collection: product, emoji: "1f4d8", language: en }
  guides-fr: { title: Guides (français), collection: product, language: fr }
  guides-de: { title: Guides (Deutsch), collection: product, language: de }
  tutorials: { title: Tutorials, collection: product }
  faq: { title: Questions, collection: product }
  changelog: { title: Changelog, collection: product }
  api: { title: API 3, collection: engineering }
  api-2: { title: API 2, collection: engineering }
  api-1: { title: API 1, collection: engineering }
  sdk-js: { title: SDK for JavaScript, collection: engineering }
  sdk-go: { title: SDK for Go, collection: engineering }
  cli: { title: Command line, collection: engineering }
  webhooks: { title: Webhooks, collection: engineering }
  security: { title: Security, collection: engineering, defaultLevel: read }
  admin: { title: Administration, collection: product }
  billing: { title: Billing, collection: product }
  onboarding: { title: Onboarding, collection: internal }
  runbooks: { title: Runbooks, collection: internal }
  style: { title: Style guide, collection: internal, mergeRules: { type: none } }
  roadmap: { title: Roadmap 2025, collection: internal }
  notes: { title: Release notes 2024 }
  events: { title: Events 2024 }
  help-home: { title: Help }
  help-contact: { title: Contact }
translations:
  start-fr: { space: start, sourceLanguage: en, language: fr, instructions: "Address readers formally." }
sites:
  docs:
    <<: *open
    title: Acme docs
    basename: docs
    styleguide: style
    structure:
      - section: Start
        path: start
        default: true
        icon: house
        spaces: [start]
      - section: Guides
        path: guides
        spaces:
          - { space: guides, path: en, default: true }
          - { space: guides-fr, path: fr }
          - { space: guides-de, path: de, draft: true }
      - group: Learn
        icon: book
        children:
          - { section: Tutorials, path: tutorials, spaces: [tutorials] }
          - { section: Questions, path: faq, spaces: [faq] }
      - group: Reference
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
      - { section: Administration, path: admin, spaces: [admin] }
      - { section: Billing, path: billing, spaces: [billing] }
      - { section: Changelog, path: changelog, spaces: [changelog] }
      - { link: Status, url: "https://status.acme.example" }
  help:
    title: Help
    visibility: share-link
    type: basic
    shareLinks:
      - { name: Partners }
    structure:
      - { space: help-home, path: home, default: true }
      - { space: help-contact, path: contact }
`;
