import { definePolicy } from "../policy.ts";

/** What becomes of what is in a group when it is deleted. */
export const groupDelete = definePolicy("groupDelete", "cascade", "release");

/** Deleting the last site space of a section: it is refused with 400, or the section goes with it. */
export const lastSiteSpace = definePolicy("lastSiteSpace", "refuse", "takes-section");

/** Adding a section to a second group moves it, or is refused with 400. */
export const secondMembership = definePolicy("secondMembership", "moves", "refused");

/** Deleting the last section of a site. */
export const lastSection = definePolicy("lastSection", "allow", "refuse");

/** Which section or site space becomes the default when the default goes. */
export const nextDefault = definePolicy("nextDefault", "first", "last");
