import type { Handlers, System } from "../system.ts";
import { linkHandlers } from "./links.emulator.ts";
import { groupDelete, lastSection, lastSiteSpace, nextDefault, secondMembership } from "./policies.ts";
import { sectionGroupHandlers } from "./section-groups.emulator.ts";
import { sectionHandlers } from "./sections.emulator.ts";
import { siteSpaceHandlers } from "./site-spaces.emulator.ts";
import { siteStructure } from "./site-structure.operations.ts";
import { structureHandlers } from "./structure.emulator.ts";

const handlers: Handlers<typeof siteStructure> = {
  ...structureHandlers,
  ...sectionHandlers,
  ...sectionGroupHandlers,
  ...linkHandlers,
  ...siteSpaceHandlers,
};

/** The structure of sites. */
export const siteStructureSystem: System = {
  operations: siteStructure,
  handlers,
  policies: [groupDelete, lastSection, lastSiteSpace, nextDefault, secondMembership],
  containerFields: {
    site_section: "group",
    site_section_group: "group",
    site_link: "group",
    site_banner: "group",
    site_space: "section",
  },
};
