import type { Address } from "../../model/address.ts";
import type { TreeChange } from "../view/tree-view.ts";

/** The content of a page: changes and their places. It contains no secrets. */
export interface PageContent {
  /** `Plan for Acme`. */
  readonly heading: string;
  /** Facts below the heading: `["Service", "https://…"]`. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly items: readonly PageItem[];
  /** What becomes different for people, the worst first. */
  readonly effects: readonly PageEffect[];
  /** The trees with a change. */
  readonly trees: readonly TreeChange[];
  /** The number of trees without a change. */
  readonly unchangedTrees: number;
  /** The names of a tree's two sides. */
  readonly sides: readonly [before: string, after: string];
  /** The reasons why guards refuse the plan. */
  readonly refusals: readonly PageRefusal[];
  /** What permits all of them. Empty without refusals. */
  readonly permit: string;
  readonly notes: readonly string[];
}

export interface PageItem {
  readonly address: Address;
  readonly title: string;
  /** The type in words: `section`. */
  readonly kind: string;
  /** The action in a word. `tone` sets its color. */
  readonly action: string;
  readonly tone: Tone;
  /** The title of the object's tree, such as the site of a section. */
  readonly within: string;
  /** Its place changes. The navigation connects both places. */
  readonly isMoved: boolean;
  /** What the line of the object says after its title: `renamed from "Manual"`. */
  readonly words: string;
  readonly remark: string;
  readonly fields: readonly PageField[];
  /** The reasons why a reviewer should check the change. The page lists them first. */
  readonly dangers: readonly string[];
  /** The dangers among the effects that it causes. */
  readonly causes: readonly string[];
}

/** Who sees or may do what, before and after. */
export interface PageEffect {
  readonly content: string;
  readonly address: Address;
  readonly remark: string;
  readonly isDanger: boolean;
  /** The URL, the attribute, or for whom. Empty: nobody knows the URL. */
  readonly place: string;
  readonly before: string;
  readonly after: string;
  /** The objects whose changes cause it. */
  readonly causes: readonly Address[];
}

export type Tone = "added" | "changed" | "moved" | "removed" | "faint";

/** One value, before and after. Absent: there is none. */
export interface PageField {
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

export interface PageRefusal {
  readonly code: string;
  readonly message: string;
  /** What else a person can do. */
  readonly advice: string;
  readonly addresses: readonly Address[];
}

/** The script and the style, which the page contains: it loads nothing. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}
