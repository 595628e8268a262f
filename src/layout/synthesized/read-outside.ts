import { wordsOf } from "../../model/codes/layout-words.ts";
import { isReference, type OutsideObject, type Reference } from "../../model/desired-world.ts";
import { errorAt } from "../../model/diagnostic.ts";
import type { Json } from "../../util/json.ts";
import { evaluateNode } from "./evaluate.ts";
import { jsonField } from "./json-source.ts";
import { isOutsideAddress } from "./outside-address.ts";
import type { OutsideSource } from "./place-in-app.ts";

/** The existing objects that expressions of the app use. A data source may name another one, such as its site. */
export function readOutside(outside: ReadonlyMap<string, OutsideSource>): readonly OutsideObject[] {
  const objects: OutsideObject[] = [];
  // The map grows while it is read. An iteration continues with what is added.
  for (const [address, source] of outside) objects.push(readSource(address, source));
  return objects;
}

function readSource(address: string, { resolving, source }: OutsideSource): OutsideObject {
  const { schema, body, at } = source;
  if (schema.kind !== "object") throw new TypeError(`${source.name} finds no object.`);
  const valueAt = (name: string | undefined) => {
    const node = name === undefined ? undefined : jsonField(body, name);
    return node === undefined ? undefined : evaluateNode(resolving, node);
  };
  const placeAt = (name: string | undefined): Reference | string | undefined => {
    const value = valueAt(name);
    if (isReference(value) && !isOutsideAddress(value.$ref)) {
      const facts = { case: "ofDeclared", source: source.name, address: value.$ref } as const;
      resolving.report(errorAt(at, wordsOf("synth/unresolvable", facts)));
      return undefined;
    }
    return isReference(value) || typeof value === "string" ? value : undefined;
  };
  const scope = placeAt(schema.scopeField);
  const container = placeAt(schema.containerField);
  const attributes = schema.values.flatMap(({ name, attribute }) => {
    const value = valueAt(name);
    return typeof value === "string" ? [[attribute, value as Json] as const] : [];
  });
  return {
    address,
    type: schema.type.name,
    ...(scope === undefined ? {} : { scope }),
    ...(container === undefined ? {} : { container }),
    attributes: Object.fromEntries(attributes),
    at,
  };
}
