import { fail } from "../../model/codes/app-words.ts";
import { shortLabelOf } from "../../model/resource-type/type-names.ts";
import { ObjectOf } from "./declared-object.ts";
import { type AppObjects, namesText, type ObjectFacts, objectText } from "./declared-objects.ts";
import { failAtCaller } from "./fail-at-caller.ts";
import { findAll, findOne, listOf, notFound, type SearchPlace, typeNamed } from "./find-in-app.ts";
import type { DeclaredObject, Docs, Wanted } from "./kit-types.ts";
import { siteTypes } from "./registered.ts";

/** The objects of an app or of the service. `name`: what has the objects, in a message. */
export class DocsOf implements Docs {
  readonly #objects: AppObjects;
  readonly #place: SearchPlace;

  constructor(name: string, objects: AppObjects) {
    this.#objects = objects;
    this.#place = { name, objects: objects.all };
  }

  objects(type?: string): readonly DeclaredObject[] {
    const wanted = type === undefined ? undefined : typeNamed(type);
    return this.#place.objects
      .filter((object) => wanted === undefined || object.type === wanted)
      .map((object) => this.#declared(object));
  }

  object(type: string, wanted: Wanted): DeclaredObject {
    return this.#declared(findOne(this.#place, typeNamed(type), wanted));
  }

  has(type: string, wanted: Wanted): this {
    const found = typeNamed(type);
    if (findAll(this.#place, found, wanted).length === 0) throw notFound(this.#place, found, wanted);
    return this;
  }

  hasNo(type: string, wanted: Wanted = {}): this {
    const [object] = findAll(this.#place, typeNamed(type), wanted);
    if (object === undefined) return this;
    throw fail("testing/found", { place: this.#place.name, object: objectText(object) });
  }

  hasCount(type: string, count: number): this {
    const wanted = typeNamed(type);
    const found = findAll(this.#place, wanted, {});
    if (found.length === count) return this;
    throw fail("testing/several", {
      place: this.#place.name,
      count: found.length,
      wanted: shortLabelOf(wanted).many,
      expected: String(count),
      objects: listOf(found, namesText),
    });
  }

  space(wanted: Wanted): DeclaredObject {
    return this.#declared(findOne(this.#place, siteTypes().content, wanted));
  }

  hasSpace(wanted: Wanted): this {
    return this.has(siteTypes().content.name, wanted);
  }

  site(wanted: Wanted): DeclaredObject {
    return this.#declared(findOne(this.#place, siteTypes().whole, wanted));
  }

  #declared(object: ObjectFacts): DeclaredObject {
    return new ObjectOf(this.#objects, object);
  }
}

failAtCaller(DocsOf);
