import type { Construct } from "constructs";
import { defined } from "./defined.ts";
import { argumentsOf, DocsObject, type DocsObjectProps, importBlock } from "./docs-object.ts";
import { ForeignObject } from "./foreign-object.ts";
import {
  Collection as CollectionResource,
  type CollectionUrlsOutputReference,
} from "./generated/collection.ts";
import type { ICollection } from "./references.ts";

/** What a collection is. */
export interface CollectionProps extends DocsObjectProps<keyof CollectionValues>, CollectionValues {}

interface CollectionValues {
  /** Name of the collection. 1 to 50 characters. */
  readonly title: string;
  /** The collection that it is inside of. Absent: none, it is at the top. A change moves it. */
  readonly parent?: ICollection;
  /** What the collection is about. At most 100 characters. Absent: cleared. */
  readonly description?: string;
  /**
   * What every member of the organization may do in the collection: a role, `inherit` (as its parent says), or
   * `none` for no access. One of `admin`, `create`, `edit`, `review`, `comment`, `read`, `inherit`, `none`. Absent: not managed.
   */
  readonly defaultLevel?: string;
}

/** A group of spaces and of other collections, with the access that its members have by default. */
export class Collection extends DocsObject<"collection", CollectionResource> implements ICollection {
  readonly resource: CollectionResource;

  /** A collection that is there already and is not managed by the app. */
  static fromId(scope: Construct, id: string, collectionId: string): ICollection {
    return new ForeignObject(scope, id, "collection", collectionId);
  }

  constructor(scope: Construct, id: string, props: CollectionProps) {
    super(scope, id, "collection", props, { provider: props.provider });
    const { title, parent, description, defaultLevel } = props;
    this.resource = new CollectionResource(this, "Default", {
      ...argumentsOf("collection", props),
      ...defined({ title, parentId: parent?.id, description, defaultLevel }),
    });
    importBlock(this, props.importFrom);
  }

  /** Where it is in the app. */
  get urls(): CollectionUrlsOutputReference {
    return this.resource.urls;
  }
}
