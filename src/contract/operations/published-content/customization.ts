import type { ApiVersion } from "../../../model/endpoint.ts";
import type { JsonObject } from "../../../util/json.ts";

const themed = (light: string, dark: string): JsonObject => ({ light, dark });

const commonFields: JsonObject = {
  internationalization: { locale: "en" },
  favicon: {},
  header: { preset: "default", links: [] },
  footer: { groups: [] },
  themes: { default: "light", toggeable: true },
  feedback: { enabled: false },
  ai: { mode: "none" },
  advancedCustomization: { enabled: false },
  externalLinks: { target: "self" },
  pagination: { enabled: true },
  trademark: { enabled: true },
  privacyPolicy: {},
  socialPreview: {},
  insights: { trackingCookie: true },
};

const styling: JsonObject = {
  theme: "clean",
  primaryColor: themed("#346DDB", "#346DDB"),
  infoColor: themed("#787878", "#787878"),
  successColor: themed("#00C950", "#00C950"),
  warningColor: themed("#FE9A00", "#FE9A00"),
  dangerColor: themed("#FB2C36", "#FB2C36"),
  corners: "rounded",
  depth: "subtle",
  links: "default",
  font: "Inter",
  monospaceFont: "FiraCode",
  background: "plain",
  icons: "regular",
  sidebar: { background: "default", list: "default" },
  search: "prominent",
};

const code = themed("default-light", "default-dark");

const classic: JsonObject = {
  ...commonFields,
  styling,
  pdf: { enabled: true },
  git: { showEditLink: false },
  pageActions: { externalAI: true, markdown: true, mcp: true },
};

/** The appearance of a site that is not customized. No operation changes it. */
export const usualCustomization: Readonly<Record<ApiVersion, JsonObject>> = {
  classic,
  "classic-minimal": classic,
  current: {
    ...commonFields,
    styling: { ...styling, codeTheme: { default: code, openapi: code } },
    pageActions: { items: ["external-ai", "markdown", "mcp", "pdf"] },
    socialAccounts: [],
  },
};
