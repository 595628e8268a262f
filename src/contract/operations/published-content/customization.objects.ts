import * as z from "zod";
import { promised } from "../promised.ts";
import { themedObject } from "../sites/sites.objects.ts";

const word = promised(z.string());
const wordIfSet = z.string().optional();
const flag = promised(z.boolean());
const flagIfSet = z.boolean().optional();
const themed = promised(themedObject);
const toggle = z.looseObject({ enabled: flag });
const address = promised(z.looseObject({ url: wordIfSet }));

/** The target of a link. */
const target = z.looseObject({ kind: z.string(), file: wordIfSet });

const link = z.looseObject({ title: word, to: promised(target.nullable()) });
const links = promised(z.array(link));

/** A link in the header of a site, with the links below it. */
const headerLink = link.extend({ style: wordIfSet, condition: wordIfSet, links });

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
  font: promised(z.union([z.string(), z.looseObject({})])),
  monospaceFont: promised(z.union([z.string(), z.looseObject({})])),
  icons: word,
  sidebar: promised(z.looseObject({ background: word, list: word })),
  search: word,
});

const announcement = z.looseObject({
  enabled: flag,
  message: word,
  link: link.optional(),
  style: word,
});

const pageActions = z.looseObject({ externalAI: flagIfSet, markdown: flagIfSet, mcp: flagIfSet });

/** The appearance of a site, or of one of its site spaces. */
export const customizationObject = z.looseObject({
  title: wordIfSet,
  styling: promised(styling),
  favicon: promised(z.looseObject({})),
  header: promised(z.looseObject({ logo: themedObject.optional(), links: promised(z.array(headerLink)) })),
  footer: promised(
    z.looseObject({
      logo: themedObject.optional(),
      groups: promised(z.array(z.looseObject({ title: word, links }))),
      copyright: wordIfSet,
    }),
  ),
  announcement: announcement.optional(),
  themes: promised(z.looseObject({ default: word, toggeable: flag })),
  pdf: toggle.optional(),
  feedback: promised(toggle),
  ai: promised(z.looseObject({ mode: word })),
  advancedCustomization: promised(toggle),
  git: z.looseObject({ showEditLink: flag }).optional(),
  pageActions: promised(pageActions),
  externalLinks: promised(z.looseObject({ target: word })),
  pagination: promised(toggle),
  trademark: promised(toggle),
  privacyPolicy: address,
  socialPreview: address,
  insights: promised(z.looseObject({ trackingCookie: flag })),
});
