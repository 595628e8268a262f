import { fail } from "../../model/codes/app-words.ts";
import { headlineFor } from "../../model/resource-type/headline.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { Json } from "../../util/json.ts";
import { type AppObjects, type ObjectFacts, objectText } from "./declared-objects.ts";
import { failAtCaller } from "./fail-at-caller.ts";
import { checkNames, differencesFrom, findOne, typeNamed } from "./find-in-app.ts";
import type { DeclaredObject, ExpectedValues, Wanted } from "./kit-types.ts";
import { siteTypes } from "./registered.ts";

/** One object among the objects of an app or of the service. */
export class ObjectOf implements DeclaredObject {
  readonly type: string;
  readonly title: string;
  readonly path: string | undefined;
  readonly construct: string | undefined;
  readonly values: Readonly<Record<string, Json>>;
  readonly #objects: AppObjects;
  readonly #facts: ObjectFacts;

  constructor(objects: AppObjects, facts: ObjectFacts) {
    const { type, title, path, construct, values } = facts;
    this.type = type.name;
    this.title = title;
    this.path = path;
    this.construct = construct;
    this.values = values;
    this.#objects = objects;
    this.#facts = facts;
  }

  get contents(): readonly DeclaredObject[] {
    return this.#objects.contentsOf(this.#facts).map((each) => new ObjectOf(this.#objects, each));
  }

  has(values: ExpectedValues): this {
    checkNames(this.#facts.type, values);
    const differences = differencesFrom(this.#facts, values);
    if (differences.length === 0) return this;
    const lines = differences.map((each) => `  ${each}`);
    throw fail("testing/differs", { object: this.#name(), differences: lines.join("\n") });
  }

  object(type: string, wanted: Wanted): DeclaredObject {
    return this.#inside(typeNamed(type), wanted);
  }

  section(wanted: Wanted): DeclaredObject {
    return this.#inside(siteTypes().section, wanted);
  }

  group(wanted: Wanted): DeclaredObject {
    return this.#inside(siteTypes().group, wanted);
  }

  shows(...titles: readonly string[]): this {
    const shown = this.#objects
      .contentsOf(this.#facts)
      .filter(({ type }) => headlineFor(type).shows !== undefined)
      .map(({ title }) => title);
    const missing = titles.filter((title) => !shown.includes(title));
    if (missing.length === 0) return this;
    throw fail("testing/no-contents", {
      case: "shows",
      object: this.#name(),
      expected: missing.map(quoted),
      instead: shown.length === 0 ? "no spaces" : shown.map(quoted),
    });
  }

  contains(...titles: readonly string[]): this {
    const inside = this.#objects.contentsOf(this.#facts).map(({ title }) => title);
    if (inside.length === titles.length && titles.every((title, at) => title === inside[at])) return this;
    throw fail("testing/no-contents", {
      case: "contains",
      object: this.#name(),
      expected: titles.length === 0 ? "nothing" : titles.map(quoted),
      instead: inside.length === 0 ? "nothing" : inside.map(quoted),
    });
  }

  #inside(type: ResourceType, wanted: Wanted): DeclaredObject {
    const place = { name: this.#name(), objects: this.#objects.insideOf(this.#facts) };
    return new ObjectOf(this.#objects, findOne(place, type, wanted));
  }

  #name(): string {
    return `The ${objectText(this.#facts)}`;
  }
}

failAtCaller(ObjectOf);

function quoted(text: string): string {
  return JSON.stringify(text);
}
