import { Construct } from "constructs";
import { checkId } from "./check-id.ts";
import { checkLibrary, checkStack } from "./check-library.ts";
import type { DocsReference, ISite } from "./references.ts";

/** An object that the app refers to and does not manage. It creates no resource. */
export class ForeignObject<Kind extends string> extends Construct implements DocsReference<Kind> {
  readonly kind: Kind;
  readonly id: string;

  constructor(scope: Construct, id: string, kind: Kind, objectId: string) {
    super(scope, id);
    checkLibrary(this);
    checkStack(this);
    checkId(this, objectId);
    this.kind = kind;
    this.id = objectId;
  }
}

/** A foreign object of a site. */
export class ForeignMember<Kind extends string> extends ForeignObject<Kind> {
  readonly site: ISite;

  constructor(
    scope: Construct,
    id: string,
    kind: Kind,
    place: { readonly site: ISite; readonly id: string },
  ) {
    super(scope, id, kind, place.id);
    this.site = place.site;
  }
}
