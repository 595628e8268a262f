import { Token } from "cdktf";
import type { IConstruct } from "constructs";
import { headlineFor, nameAttributes } from "../model/resource-type/headline.ts";
import { present } from "../util/present.ts";
import { type GivenObject, objectsIn } from "./given-objects.ts";
import { typeOf } from "./types.ts";

/** An object of an app, as a rule sees it. */
export interface CheckedObject {
  /** Name of its type, such as `site_section`. */
  readonly type: string;
  /** Its title or label; of a variant, the title of the space that it shows. Absent: it has none, or the app does not know it. */
  readonly title?: string;
  /** Its path in the site, such as `/guides`. Absent: it has none, or only the service or Terraform knows it. */
  readonly path?: string;
  /** The attributes that the app sets. A reference is the construct of its object, and some values are tokens of Terraform. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly construct: IConstruct;
  /** The objects directly inside it. The first space of a section is not among them, because it has no construct of its own. */
  readonly contents: readonly CheckedObject[];
}

/** An object as rules see it. */
export function checkedObject(object: GivenObject): CheckedObject {
  const { construct, kind, values } = object;
  const { attributes } = typeOf(kind);
  const given = Object.entries(values).filter(([name, value]) => name in attributes && value !== undefined);
  return {
    type: kind,
    ...present({ title: titleOf(object), path: pathOf(object) }),
    attributes: Object.fromEntries(given),
    construct,
    get contents() {
      return contentsOf(object).map(checkedObject);
    },
  };
}

function contentsOf({ construct }: GivenObject): readonly GivenObject[] {
  return objectsIn(construct).filter(({ kind, place: { container, scope } }) => {
    if (container !== undefined) return container === construct;
    return scope === construct && typeOf(kind).order !== undefined;
  });
}

function titleOf(object: GivenObject): string | undefined {
  const { construct, kind, values } = object;
  const { shows } = headlineFor(typeOf(kind));
  if (shows === undefined)
    return nameAttributes(typeOf(kind))
      .map((name) => values[name])
      .find(isKnownText);
  const shown = objectsIn(construct).find((each) => each.construct === values[shows]);
  return shown === undefined ? undefined : titleOf(shown);
}

function pathOf({ construct, kind, values, place }: GivenObject): string | undefined {
  const { path } = headlineFor(typeOf(kind));
  const own = path === undefined ? undefined : values[path];
  if (!isKnownText(own)) return undefined;
  const parent = objectsIn(construct).find((each) => each.construct === place.container);
  const parentPath = parent === undefined ? undefined : pathOf(parent);
  return `${parentPath ?? ""}/${own}`;
}

function isKnownText(value: unknown): value is string {
  return typeof value === "string" && !Token.isUnresolved(value);
}
