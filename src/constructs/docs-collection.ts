import type { Construct } from "constructs";
import { propsGiven } from "./check-properties.ts";
import type { Choice } from "./choice.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { defined } from "./defined.ts";
import { argumentsOf, DocsObject, importBlock } from "./docs-object.ts";
import { type FindOptions, ForeignObject } from "./foreign-object.ts";
import {
  type CollectionConfig,
  Collection as CollectionResource,
  type CollectionUrlsOutputReference,
} from "./generated/collection.ts";
import { DataDocsCollection } from "./generated/data-docs-collection.ts";
import type { ICollection } from "./references.ts";
import { valuesOf } from "./values-of.ts";

/** The properties of a collection. */
export interface CollectionProps extends DocsObjectProps<keyof CollectionValues>, CollectionValues {}

interface CollectionValues {
  /** Name of the collection. 1 to 50 characters. */
  readonly title: string;
  /** Its parent collection. If omitted, it is at the top level. A change moves it. */
  readonly parent?: ICollection;
  /** Description of the collection. At most 100 characters. If omitted, the value is cleared. */
  readonly description?: string;
  /**
   * Access of every member of the organization to the collection: a role, `inherit` for the access of its parent, or `none` for
   * no access. One of `admin`, `create`, `edit`, `review`, `comment`, `read`, `inherit`, `none`. If omitted, the value stays as
   * it is.
   */
  readonly defaultLevel?: Choice<"collection", "defaultLevel">;
}

/**
 * A group of spaces and of other collections, with the access that members of the organization have by default.
 *
 * @example
 * new Collection(this, "handbook", { title: "Handbook", defaultLevel: "read" });
 */
export class Collection extends DocsObject<"collection", CollectionResource> implements ICollection {
  readonly resource: CollectionResource;

  /** Refers to an existing collection that the app does not manage. */
  static fromId(scope: Construct, id: string, collectionId: string): ICollection {
    return new ForeignObject(scope, id, "collection", collectionId);
  }

  /** Finds an existing collection by its title, which exactly one has. The app does not manage it. */
  static fromTitle(scope: Construct, id: string, title: string, { provider }: FindOptions = {}): ICollection {
    return new ForeignObject(scope, id, "collection", {
      source: DataDocsCollection,
      by: { title },
      provider,
    });
  }

  constructor(scope: Construct, id: string, given: CollectionProps) {
    const props = propsGiven(given);
    super(scope, id, "collection", props, { provider: props.provider });
    this.resource = new CollectionResource(this, "Default", {
      ...argumentsOf(this, props),
      ...valuesOf<CollectionConfig>("collection", props),
      ...defined({ parentId: props.parent?.id }),
    });
    importBlock(this, props.importFrom);
  }

  /** Its URL in the app. */
  get urls(): CollectionUrlsOutputReference {
    return this.resource.urls;
  }
}
