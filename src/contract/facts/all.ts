import type { Facts } from "../../model/plain/facts.ts";
import { siteShareLinks } from "./site-share-link.ts";

/** The plain types, by the name of their system in the client: an import and a line for each, sorted. */
export const facts = {
  siteShareLinks,
} as const satisfies Readonly<Record<string, Facts>>;
