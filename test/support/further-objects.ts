import fc from "fast-check";
import { type Address, addressOf, encodeName, nameOfAddress } from "../../src/model/address.ts";
import { type DesiredObject, type DesiredValue, isReference } from "../../src/model/desired-world.ts";
import { canonicalJson, type Json } from "../../src/model/json.ts";
import { present } from "../../src/model/present.ts";
import type { Attribute, ResourceType } from "../../src/model/resource-type.ts";
import { registry } from "../../src/resources/registry.ts";

/** An object of a type that the shape of a drawn world has no place for: what it is follows from its declaration. */
export interface FurtherSpec {
  readonly type: string;
  /** Chooses where it is, and each of its values. */
  readonly choices: readonly number[];
}

/** Types whose objects stand by themselves: they are made with nothing else, and nothing has to be inside of them. */
function standsAlone({ creation, firstChild, container }: ResourceType): boolean {
  return creation !== undefined && firstChild === undefined && container === undefined;
}

/** Draws objects of the types that are not drawn otherwise. */
export function furtherSpecs(drawn: ReadonlySet<string>): fc.Arbitrary<readonly FurtherSpec[]> {
  const types = registry.filter((type) => standsAlone(type) && !drawn.has(type.name));
  if (types.length === 0) return fc.constant([]);
  return fc.array(
    fc.record({
      type: fc.constantFrom(...types.map(({ name }) => name)),
      choices: fc.array(fc.nat(11), { minLength: 8, maxLength: 8 }),
    }),
    { maxLength: 4 },
  );
}

/** Declares further objects among those that are there; what has no place, or has the key of another, is left out. */
export function declareFurther(
  specs: readonly FurtherSpec[],
  among: readonly DesiredObject[],
): readonly DesiredObject[] {
  const made: DesiredObject[] = [];
  for (const spec of specs) {
    const object = further(spec, among, among.length + made.length);
    if (object !== undefined && !made.some((other) => isTaken(object, other))) made.push(object);
  }
  return made;
}

function further(
  { type: name, choices }: FurtherSpec,
  among: readonly DesiredObject[],
  rank: number,
): DesiredObject | undefined {
  const type = registry.find((each) => each.name === name) as ResourceType;
  const [place = 0, ...rest] = choices;
  const scope = type.scope === undefined ? undefined : chosen(ofType(among, type.scope), place)?.address;
  if (type.scope !== undefined && scope === undefined) return undefined;
  const attributes = valuesOf(type, { scope, among, choices: rest });
  if (attributes === undefined) return undefined;
  const own = encodeName(ownName(type, attributes));
  const address = addressOf(name, scope === undefined ? own : `${nameOfAddress(scope)}/${own}`);
  const addressedBy = present({ scope });
  return { address, type: name, ...addressedBy, attributes, ignore: [], owns: [], rank };
}

interface Surroundings {
  readonly scope: Address | undefined;
  readonly among: readonly DesiredObject[];
  readonly choices: readonly number[];
}

/** Values that go together; undefined where one is lacking that creating it takes. */
function valuesOf(
  type: ResourceType,
  { scope, among, choices }: Surroundings,
): Record<string, DesiredValue> | undefined {
  const values: Record<string, DesiredValue> = {};
  for (const [index, [name, rule]] of Object.entries(type.attributes).entries()) {
    const value = valueOf(rule, scope, among, choices[index % choices.length] ?? 0);
    if (value !== undefined && (type.check?.({ ...values, [name]: value }) ?? []).length === 0)
      values[name] = value;
    else if (rule.atCreate === "required") return undefined;
  }
  return values;
}

function valueOf(
  { atCreate, nullable, reference, sensitive, samples }: Attribute,
  scope: Address | undefined,
  among: readonly DesiredObject[],
  choice: number,
): DesiredValue | undefined {
  const required = atCreate === "required";
  if (sensitive === true && !required) return undefined;
  if (!required && choice % 3 === 0) return undefined;
  if (!required && nullable === true && choice % 3 === 1) return null;
  if (reference === undefined) return chosen<Json>(samples, choice >> 1);
  const near = ofType(among, reference.type).filter(
    (each) => each.scope === undefined || each.scope === scope,
  );
  const target = chosen(near, choice)?.address;
  return target === undefined ? undefined : { $ref: target };
}

function ownName({ layout }: ResourceType, attributes: Readonly<Record<string, DesiredValue>>): string {
  for (const name of layout.addressBy) {
    const value = attributes[name];
    if (isReference(value)) return nameOfAddress(value.$ref);
    if (typeof value === "string") return value;
  }
  return "further";
}

/** Whether one has the address of the other, or a value that only one may have. */
function isTaken(object: DesiredObject, other: DesiredObject): boolean {
  if (object.type !== other.type) return false;
  if (object.address === other.address) return true;
  const { unique = [] } = registry.find(({ name }) => name === object.type) as ResourceType;
  return unique.some(
    ({ attribute, within }) =>
      (within === "organization" || object.scope === other.scope) &&
      canonicalJson((object.attributes[attribute] ?? null) as Json) ===
        canonicalJson((other.attributes[attribute] ?? null) as Json),
  );
}

function ofType(among: readonly DesiredObject[], type: string): readonly DesiredObject[] {
  return among.filter((each) => each.type === type);
}

function chosen<T>(from: readonly T[], choice: number): T | undefined {
  return from[choice % Math.max(1, from.length)];
}
