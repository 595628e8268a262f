import type { Json } from "../../util/json.ts";

/** A construct of cdktf or cdktn. The kit imports neither of them, so it works with both. */
export interface AnyConstruct {
  readonly node: { readonly id: string; readonly path: string };
}

/** Options for reading an app. */
export interface AppOptions {
  /** Values of the app's Terraform variables, by name. A text variable without a value gets a placeholder. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A problem that an app reports when it is synthesized. */
export interface AppProblem {
  /** Only an error stops the synthesis. */
  readonly severity: "error" | "warning";
  /** Path of the construct. Absent: the problem is about a part of the output. */
  readonly construct?: string;
  readonly message: string;
}

/** The values that a test expects, by attribute: a value, a pattern, or a matcher of vitest or jest such as `expect.any(String)`. */
export type ExpectedValues = Readonly<Record<string, unknown>>;

/** What a test looks for: a title, a path that begins with a slash, or values. */
export type Wanted = string | ExpectedValues;

/** Objects in readers' words. The methods throw an error if the objects are others, so that they work in every test framework. */
export interface Docs {
  /** The objects of a type, or all of them. */
  objects(type?: string): readonly DeclaredObject[];
  /** The one object of a type with this title, at this path (`/guides`), or with these values. */
  object(type: string, wanted: Wanted): DeclaredObject;
  /** Expects an object of the type with these values. It may have others. */
  has(type: string, wanted: Wanted): this;
  /** Expects that no object of the type has these values. */
  hasNo(type: string, wanted?: Wanted): this;
  /** Expects this number of objects of the type. */
  hasCount(type: string, count: number): this;
  /** The one space with this title, or with these values. */
  space(wanted: Wanted): DeclaredObject;
  /** Expects a space with these values. It may have others. */
  hasSpace(wanted: Wanted): this;
  /** The one site with this title, or with these values. */
  site(wanted: Wanted): DeclaredObject;
}

/** One object in readers' words. The methods throw an error if it is another. */
export interface DeclaredObject {
  /** Name of its type, such as `site_section`. */
  readonly type: string;
  /** Its title or label; of a variant, the title of the space that it shows. */
  readonly title: string;
  /** Its path in the site, such as `/guides/fr`. Undefined: it has none, or the service chooses it. */
  readonly path: string | undefined;
  /** Path of its construct. Undefined: the app only names its id, or it is an object of the service. */
  readonly construct: string | undefined;
  /**
   * Its attributes. `in` is the title of its parent, and `default` its role among its siblings. A reference is the title of its
   * object, and a secret is `(secret)`. Attributes that the app does not manage are absent.
   */
  readonly values: Readonly<Record<string, Json>>;
  /** What is directly inside it, in the order of readers. */
  readonly contents: readonly DeclaredObject[];
  /** Expects these values. It may have others. */
  has(values: ExpectedValues): this;
  /** The one object of a type inside it, at any depth, with this title, at this path (`/guides`), or with these values. */
  object(type: string, wanted: Wanted): DeclaredObject;
  /** The section of a site or a group with this title, at this path, or with these values. */
  section(wanted: Wanted): DeclaredObject;
  /** The group of a site or a group with this title, or with these values. */
  group(wanted: Wanted): DeclaredObject;
  /** Expects that a section, or a site without sections, shows the spaces with these titles, in any order. It may show others. */
  shows(...titles: readonly string[]): this;
  /** Expects that exactly the objects with these titles are directly inside it, in this order. */
  contains(...titles: readonly string[]): this;
}
