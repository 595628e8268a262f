import type { Construct } from "constructs";
import { defined } from "./defined.ts";
import { argumentsOf, DocsObject, type DocsObjectProps, importBlock } from "./docs-object.ts";
import { ForeignObject } from "./foreign-object.ts";
import {
  type SpaceMergeRules,
  Space as SpaceResource,
  type SpaceUrlsOutputReference,
} from "./generated/space.ts";
import type { ICollection, ISpace } from "./references.ts";

/** What a space is. */
export interface SpaceProps extends DocsObjectProps<keyof SpaceValues>, SpaceValues {}

interface SpaceValues {
  /** Name of the space. 1 to 50 characters. */
  readonly title: string;
  /** The collection that it is inside of. Absent: none, it is at the top. A change moves it. */
  readonly collection?: ICollection;
  /**
   * The space of which a new one is made as a copy, content included. Absent: a new one is empty. Once it is there, another
   * one changes nothing.
   */
  readonly copyOf?: ISpace;
  /**
   * Emoji of the space: the character, or its code points in hex, joined by `-`. Not together with `icon`. At most 50
   * characters. Absent: cleared.
   */
  readonly emoji?: string;
  /** URL of an image for the space. Not together with `emoji`. At most 2048 characters. Absent: cleared. */
  readonly icon?: string;
  /** Language of the content, as a code such as `en` or `pt-br`. Absent: not managed. */
  readonly language?: string;
  /**
   * Whether content can be edited in place or only by change requests. One of `live`, `locked`. Absent: not managed.
   */
  readonly editMode?: string;
  /**
   * What every member of the organization may do in the space: a role, `inherit` (as its collection says),
   * or `none` for no access. One of `admin`, `create`, `edit`, `review`, `comment`, `read`, `inherit`, `none`. Absent: not managed.
   */
  readonly defaultLevel?: string;
  /**
   * Who must agree before a change request is merged: `inherit`, `none`, or `rules` of the space's own. Absent: not
   * managed.
   */
  readonly mergeRules?: SpaceMergeRules;
}

/** A container of content. Sites publish it; deleting it puts it into the trash for seven days. */
export class Space extends DocsObject<"space", SpaceResource> implements ISpace {
  readonly resource: SpaceResource;

  /** A space that is there already and is not managed by the app. */
  static fromId(scope: Construct, id: string, spaceId: string): ISpace {
    return new ForeignObject(scope, id, "space", spaceId);
  }

  constructor(scope: Construct, id: string, props: SpaceProps) {
    super(scope, id, "space", props, { provider: props.provider });
    const { title, collection, copyOf, emoji, icon, language, editMode, defaultLevel, mergeRules } = props;
    this.resource = new SpaceResource(this, "Default", {
      ...argumentsOf("space", props),
      ...defined({
        title,
        parentId: collection?.id,
        copyOfId: copyOf?.id,
        emoji,
        icon,
        language,
        editMode,
        defaultLevel,
        mergeRules,
      }),
    });
    importBlock(this, props.importFrom);
  }

  /** Where it is in the app, and where it is published. */
  get urls(): SpaceUrlsOutputReference {
    return this.resource.urls;
  }
}
