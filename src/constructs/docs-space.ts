import type { Construct } from "constructs";
import { propsGiven } from "./check-properties.ts";
import type { Choice } from "./choice.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { defined } from "./defined.ts";
import { argumentsOf, DocsObject, importBlock } from "./docs-object.ts";
import { type FindOptions, ForeignObject } from "./foreign-object.ts";
import { DataDocsSpace } from "./generated/data-docs-space.ts";
import {
  type SpaceConfig,
  type SpaceMergeRules,
  Space as SpaceResource,
  type SpaceUrlsOutputReference,
} from "./generated/space.ts";
import type { ICollection, ISpace } from "./references.ts";
import type { SettingsOf } from "./settings-of.ts";
import { valuesOf } from "./values-of.ts";

/** The properties of a space. */
export interface SpaceProps extends DocsObjectProps<keyof SpaceValues>, SpaceValues {}

interface SpaceValues extends SettingsOf<"space"> {
  /** Name of the space. 1 to 50 characters. */
  readonly title: string;
  /** Its collection. If omitted, it is at the top level. A change moves it. */
  readonly collection?: ICollection;
  /**
   * The space to copy, with its content. If omitted, a new space is empty. The service uses it only at creation. A later change
   * has no effect.
   */
  readonly copyOf?: ISpace;
  /**
   * Emoji of the space: the character, or its code points in hex, joined by `-`. Not together with `icon`. At most 50 characters.
   * If omitted, the value is cleared.
   */
  readonly emoji?: string;
  /**
   * URL of an image for the space. Not together with `emoji`. At most 2048 characters. If omitted, the value is cleared.
   * Available only in the API versions `classic` and `current`.
   */
  readonly icon?: string;
  /** Language of the content, as a code such as `en` or `pt-br`. If omitted, the value stays as it is. */
  readonly language?: Choice<"space", "language">;
  /** Whether content can be edited in place or only by change requests. One of `live`, `locked`. If omitted, the value stays as it is. */
  readonly editMode?: Choice<"space", "editMode">;
  /**
   * Access of every member of the organization to the space: a role, `inherit` for the access of its collection, or `none` for no
   * access. One of `admin`, `create`, `edit`, `review`, `comment`, `read`, `inherit`, `none`. If omitted, the value stays as it
   * is.
   */
  readonly defaultLevel?: Choice<"space", "defaultLevel">;
  /**
   * Rules that a change request must meet before it can be merged: `inherit`, `none`, or `rules` of the space's own. If omitted,
   * the value stays as it is.
   */
  readonly mergeRules?: SpaceMergeRules;
}

/**
 * A container of content. Sites publish it; deleting it puts it into the trash for seven days.
 *
 * @example
 * new Space(this, "guides", { title: "Guides", collection: handbook, language: "en" });
 */
export class Space extends DocsObject<"space", SpaceResource> implements ISpace {
  readonly resource: SpaceResource;

  /** Refers to an existing space that the app does not manage. */
  static fromId(scope: Construct, id: string, spaceId: string): ISpace {
    return new ForeignObject(scope, id, "space", spaceId);
  }

  /** Finds an existing space by its title, which exactly one has. The app does not manage it. */
  static fromTitle(scope: Construct, id: string, title: string, { provider }: FindOptions = {}): ISpace {
    return new ForeignObject(scope, id, "space", { source: DataDocsSpace, by: { title }, provider });
  }

  constructor(scope: Construct, id: string, given: SpaceProps) {
    const props = propsGiven(given);
    super(scope, id, "space", props, { provider: props.provider });
    this.resource = new SpaceResource(this, "Default", {
      ...argumentsOf(this, props),
      ...valuesOf<SpaceConfig>("space", props),
      ...defined({ parentId: props.collection?.id }),
    });
    importBlock(this, props.importFrom);
  }

  /** Its URLs in the app and for readers. */
  get urls(): SpaceUrlsOutputReference {
    return this.resource.urls;
  }
}
