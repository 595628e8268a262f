import type { ResourceType } from "../model/resource-type.ts";
import { type ObjectFace, objectFace } from "../model/terraform-face.ts";
import { registry } from "../resources/registry.ts";

const byName: ReadonlyMap<string, ResourceType> = new Map(registry.map((type) => [type.name, type]));
const faces = new Map<string, ObjectFace>();

/** The declaration of a type of object, by its name. */
export function typeOf(kind: string): ResourceType {
  const type = byName.get(kind);
  if (type === undefined) throw new TypeError(`No resource type is called ${kind}.`);
  return type;
}

/** How Terraform shows a type of object. */
export function faceOf(kind: string): ObjectFace {
  const known = faces.get(kind);
  if (known !== undefined) return known;
  const face = objectFace({ byName }, typeOf(kind));
  faces.set(kind, face);
  return face;
}

/** Types whose objects others can leave: they are moved out of them, or pointed at others. */
const left: ReadonlySet<string> = new Set(
  registry.flatMap(({ attributes, container }) => [
    ...Object.values(attributes).flatMap(({ reference }) =>
      reference === undefined ? [] : [reference.type],
    ),
    ...(container !== undefined && Object.values(container.change).includes("move") ? container.types : []),
  ]),
);

/** Whether others can leave the objects of a type, by being moved or pointed elsewhere. */
export function canBeLeft(kind: string): boolean {
  return left.has(kind);
}

/** Every type that is declared. */
export const types: readonly ResourceType[] = registry;
