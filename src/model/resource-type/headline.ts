import { attributesIn } from "../key-field.ts";
import type { Declarable } from "./attribute.ts";
import type { Identified } from "./identity.ts";
import type { InLayout } from "./layout-syntax.ts";

/** The attributes that a line about an object shows beside its type. The other declarations of the type decide them. */
export interface Headline {
  /** The attributes that can name it, the best first. */
  readonly names: readonly string[];
  /** Its segment in the URLs of its scope. */
  readonly path?: string;
  /** The reference to the object that it shows. A layout writes the object by it. */
  readonly shows?: string;
}

export function headlineFor(type: Declarable & Identified & InLayout): Headline {
  const { attributes, unique, layout } = type;
  const path = unique?.find(
    ({ attribute, within }) => within !== "organization" && attributes[attribute]?.opens?.as === "segment",
  )?.attribute;
  const isShown = layout.kind === "item" && attributes[layout.attribute]?.reference !== undefined;
  return {
    names: nameAttributes(type),
    ...(path !== undefined && { path }),
    ...(isShown && { shows: layout.attribute }),
  };
}

/** The attributes that can name an object, the best first. A reference names another object. */
export function nameAttributes({ attributes, identity }: Declarable & Identified): readonly string[] {
  const candidates = ["title", "label", ...attributesIn(identity.key)];
  return candidates.filter((name) => attributes[name]?.reference === undefined);
}
