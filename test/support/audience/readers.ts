/** Who finds a place: everybody by a search, whoever knows the URL, holders of the site's share link, or its signed-in visitors. */
export type Reach = "everybody" | "url" | "link" | "visitors";

/** Readers of a site. Its link, its visitors and what its conditions let through belong to this site alone. */
export interface Reader {
  readonly reach: Reach;
  readonly site: string;
  /** The reader meets all of them. */
  readonly conditions: readonly string[];
}

const includedIn: Readonly<Record<Reach, readonly Reach[]>> = {
  everybody: ["everybody", "url", "link", "visitors"],
  url: ["url", "link", "visitors"],
  link: ["link"],
  visitors: ["visitors"],
};

/** Whether all readers of the second kind are also of the first kind. */
export function includesReader(wide: Reader, narrow: Reader): boolean {
  const belongsToSite = wide.conditions.length > 0 || wide.reach === "link" || wide.reach === "visitors";
  if (belongsToSite && wide.site !== narrow.site) return false;
  return (
    includedIn[wide.reach].includes(narrow.reach) &&
    wide.conditions.every((each) => narrow.conditions.includes(each))
  );
}

/** The roles in their order, the least first. */
const roles = ["read", "comment", "review", "edit", "create", "admin"];

/** The level of members who have their own role in the organization. It compares with no fixed role. */
export const ownRole = "own role";

export function includesRole(wide: string, narrow: string): boolean {
  if (wide === ownRole || narrow === ownRole) return wide === narrow;
  return roles.indexOf(wide) >= roles.indexOf(narrow);
}

export function readerText({ reach, site, conditions }: Reader): string {
  const belongsToSite = conditions.length > 0 || reach === "link" || reach === "visitors";
  return [reach, ...(belongsToSite ? [`of ${site}`] : []), ...conditions.map((each) => `if ${each}`)].join(
    " ",
  );
}
