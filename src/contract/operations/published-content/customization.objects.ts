import * as z from "zod";
import { themedObject } from "../sites/sites.objects.ts";

const word = z.string().optional();
const flag = z.boolean().optional();
const themed = themedObject.optional();
const toggle = z.looseObject({ enabled: flag }).optional();
const address = z.looseObject({ url: word }).optional();

/** The target of a link. */
const target = z.looseObject({ kind: z.string(), file: word });

const link = z.looseObject({ title: word, to: target.nullish() });
const links = z.array(link).optional();

/** A link in the header of a site, with the links below it. */
const headerLink = link.extend({ style: word, condition: word, links });

const styling = z.looseObject({
  theme: word,
  primaryColor: themed,
  tint: z.looseObject({ color: themed }).optional(),
  infoColor: themed,
  successColor: themed,
  warningColor: themed,
  dangerColor: themed,
  corners: word,
  depth: word,
  links: word,
  font: z.union([z.string(), z.looseObject({})]).optional(),
  monospaceFont: z.union([z.string(), z.looseObject({})]).optional(),
  icons: word,
  sidebar: z.looseObject({ background: word, list: word }).optional(),
  search: word,
});

const announcement = z.looseObject({
  enabled: flag,
  message: word,
  link: link.optional(),
  style: word,
});

const pageActions = z.looseObject({ externalAI: flag, markdown: flag, mcp: flag });

/** The appearance of a site, or of one of its site spaces. */
export const customizationObject = z.looseObject({
  title: word,
  styling: styling.optional(),
  favicon: z.looseObject({}).optional(),
  header: z.looseObject({ logo: themed, links: z.array(headerLink).optional() }).optional(),
  footer: z
    .looseObject({
      logo: themed,
      groups: z.array(z.looseObject({ title: word, links })).optional(),
      copyright: word,
    })
    .optional(),
  announcement: announcement.optional(),
  themes: z.looseObject({ default: word, toggeable: flag }).optional(),
  pdf: toggle,
  feedback: toggle,
  ai: z.looseObject({ mode: word }).optional(),
  advancedCustomization: toggle,
  git: z.looseObject({ showEditLink: flag }).optional(),
  pageActions: pageActions.optional(),
  externalLinks: z.looseObject({ target: word }).optional(),
  pagination: toggle,
  trademark: toggle,
  privacyPolicy: address,
  socialPreview: address,
  insights: z.looseObject({ trackingCookie: flag }).optional(),
});
