import type { TerraformProvider } from "cdktf";
import type { IConstruct } from "constructs";
import type { Json } from "../model/json.ts";
import type { UniqueRule } from "../model/resource-type.ts";
import { objectGiven } from "./check-references.ts";
import { holdsToken } from "./check-values.ts";
import { claim } from "./claims.ts";
import { identityOf } from "./identity-of.ts";
import type { DocsReference } from "./references.ts";
import { typeOf } from "./types.ts";

/** Where an object stands: what only one object may have, it has there. */
export interface Place {
  /** What addresses it, such as its site. Absent: the organization. */
  readonly scope?: DocsReference<string> | undefined;
  /** What it is inside of. Absent: the top of the scope. */
  readonly container?: DocsReference<string> | undefined;
  readonly provider?: TerraformProvider | undefined;
}

/** What an object has that another one of the app has already, a sentence each. */
export function checkPlace(owner: IConstruct, kind: string, values: object, place: Place): readonly string[] {
  const type = typeOf(kind);
  const given = values as Readonly<Record<string, unknown>>;
  const problems: string[] = [];
  for (const { attribute, within } of type.unique ?? []) {
    const value = given[attribute];
    if (value === undefined || holdsToken(value)) continue;
    const normalise = type.attributes[attribute]?.normalise ?? ((same: Json) => same);
    const first = claim(owner, keyOf([kind, attribute, normalise(value as Json), area(within, place)]));
    if (first !== undefined)
      problems.push(`${first.node.path} has the same ${attribute}. Give one of them another ${attribute}.`);
  }
  problems.push(...claimName(owner, kind, given, place));
  if (given["default"] === true) problems.push(...claimDefault(owner, kind, place));
  return problems;
}

/**
 * Takes the object that it is known by among its siblings, where it says nothing else that tells it from them: the service
 * chooses the rest, and whoever reads the app later cannot know which of two got what.
 */
export function claimName(
  owner: IConstruct,
  kind: string,
  values: Readonly<Record<string, unknown>>,
  place: Place,
): readonly string[] {
  const { attributes, layout } = typeOf(kind);
  const telling = layout.addressBy.filter((name) => attributes[name]?.reference === undefined);
  const shown = layout.addressBy.find((name) => attributes[name]?.reference !== undefined);
  if (shown === undefined || telling.some((name) => values[name] !== undefined)) return [];
  const target = objectGiven(values[shown] as DocsReference<string> | undefined);
  if (target === undefined) return [];
  const first = claim(owner, keyOf([kind, "by", identityOf(target), area("container", place)]));
  if (first === undefined) return [];
  const which = telling.join(" or ");
  return [
    `${first.node.path} has the same ${shown}, and no ${which} tells them apart. Give one of them a ${which}.`,
  ];
}

/** Takes the role of the default among its siblings. */
export function claimDefault(owner: IConstruct, kind: string, place: Place): readonly string[] {
  const { defaultRole } = typeOf(kind);
  const first = claim(owner, keyOf([kind, "default", area(defaultRole?.within ?? "container", place)]));
  return first === undefined ? [] : [`${first.node.path} is the default already. Keep one of them.`];
}

/** The part of the world within which a value may be there once. */
function area(within: UniqueRule["within"], { scope, container, provider }: Place): Json {
  const organization = provider?.node.path ?? "";
  if (within === "organization") return organization;
  return [organization, nameOf(scope), within === "scope" ? null : nameOf(container)];
}

function nameOf(object: DocsReference<string> | undefined): Json {
  return object === undefined ? null : identityOf(object);
}

function keyOf(parts: Json): string {
  return JSON.stringify(parts);
}
