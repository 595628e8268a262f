import type { Address } from "../../model/address.ts";
import type { TreeChange } from "./trees.ts";

/** What a page shows: changes, and where they are. Without secrets. */
export interface PageContent {
  /** `Plan for Acme`. */
  readonly heading: string;
  /** What else there is to know at once: `["Service", "https://…"]`. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly items: readonly PageItem[];
  /** What holds other things and has a change in it. */
  readonly trees: readonly TreeChange[];
  /** How many trees have none. */
  readonly unchangedTrees: number;
  /** What the two sides of a tree are called. */
  readonly sides: readonly [before: string, after: string];
  /** Why the plan is refused, and what permits it. */
  readonly refusals: readonly PageRefusal[];
  readonly notes: readonly string[];
}

/** One change of one object. */
export interface PageItem {
  readonly address: Address;
  readonly title: string;
  /** What it is, as a person says it: `site section`. */
  readonly kind: string;
  /** What happens, in a word, and how it looks. */
  readonly action: string;
  readonly tone: Tone;
  /** The title of what it is in at the top: of the site of a section. */
  readonly within: string;
  readonly remark: string;
  readonly fields: readonly PageField[];
  /** Why somebody should look at it twice. */
  readonly dangers: readonly string[];
}

export type Tone = "added" | "changed" | "moved" | "removed" | "faint";

/** One value, before and after; absent where there is none. */
export interface PageField {
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

export interface PageRefusal {
  readonly code: string;
  readonly message: string;
  readonly remedy: string;
  readonly addresses: readonly Address[];
}

/** What runs and what gives it its looks, in the page itself: it loads nothing. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}
