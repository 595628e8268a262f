import { definePolicy } from "../policy.ts";

/** Deleting a group of sections deletes its contents, or moves them out of it. */
export const groupDelete = definePolicy("groupDelete", "cascade", "release");

/** Deleting the last site space of a section is refused with 400, or deletes the section too. */
export const lastSiteSpace = definePolicy("lastSiteSpace", "refuse", "takes-section");

/** Adding a section to a second group moves it, or is refused with 400. */
export const secondMembership = definePolicy("secondMembership", "moves", "refused");

/** Deleting the last section of a site is allowed, or refused. */
export const lastSection = definePolicy("lastSection", "allow", "refuse");

/** The section or site space that becomes the default when the default is deleted. */
export const nextDefault = definePolicy("nextDefault", "first", "last");
