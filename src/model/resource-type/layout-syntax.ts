/** How a layout writes an object. */
export interface InLayout {
  readonly layout: LayoutSyntax;
}

/** How a layout writes the type. */
export type LayoutSyntax = {
  /** Attributes whose value names the object in an address; the first that has one counts. `$key` is the key in a map. */
  readonly addressBy: readonly string[];
  /** Fields that list the contents of this object. Each type is in one of them. */
  readonly contents?: readonly ContentsField[];
} & (
  | {
      /** The field at the top of the layout for the one object of the type: its id, or a map of its fields with its id. */
      readonly kind: "head";
      readonly field: string;
    }
  | {
      /** A map at the top of the layout: key → object. */
      readonly kind: "map";
      readonly field: string;
      /** The attribute whose value is the key of the map. Absent: the key is only a name. */
      readonly keyAttribute?: string;
      /** Attributes that distinguish variants with the same name: a generated key of a variant ends with their values. */
      readonly distinguishedBy?: readonly string[];
    }
  | {
      /** An item of another object's contents. docsform recognizes its type by this field. */
      readonly kind: "item";
      readonly field: string;
      /** The attribute whose value the field contains. */
      readonly attribute: string;
      /** A bare string stands for `{ field: string }`. */
      readonly shorthand?: boolean;
      /** Attributes that every item of the type must declare, except the first among its siblings. */
      readonly requiredAfterFirst?: readonly string[];
      /** Attributes that must always be declared. */
      readonly required?: readonly string[];
      /** Field that marks the default. */
      readonly defaultField?: string;
      /**
       * The field of its scope's object that lists it, if that type does not name it among its contents. So a new type can add itself to an
       * existing one. Types that name the same field share it.
       */
      readonly writtenIn?: { readonly field: string; readonly owned?: boolean };
    }
);

/** A field in which a layout writes the contents of an object. The types of the contents decide whether they have an order. */
export interface ContentsField {
  readonly field: string;
  readonly types: readonly string[];
  /** docsform deletes objects that the field omits. false: only those that it had at the last apply, unless `prune` names the field. */
  readonly owned?: boolean;
}

/** Whether the type is the organization, which the head of a layout names. */
export function isOrganization({ layout }: InLayout): boolean {
  return layout.kind === "head";
}
