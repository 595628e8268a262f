import { type TerraformProvider, Token } from "cdktf";
import { Construct } from "constructs";
import { checkId, checkNotEmpty, idGiven } from "./check-id.ts";
import { checkLibrary, checkStack } from "./check-library.ts";
import { defined } from "./defined.ts";
import type { DocsReference, SiteReference } from "./references.ts";
import { siteGiven } from "./site-given.ts";

/** How an existing object is found by its values. */
export interface FindOptions {
  /** The provider that finds it. Default: the provider of the stack. */
  readonly provider?: TerraformProvider;
}

/** The data source that finds one object. */
type Source = new (scope: Construct, id: string, config: never) => Construct & { readonly id: string };

/** A data source with the values by which it finds an object. */
export interface Lookup {
  readonly source: Source;
  /** The values, as arguments of the data source. The last one is the name that people give. */
  readonly by: Readonly<Record<string, unknown>>;
  readonly provider?: TerraformProvider | undefined;
}

/** An object that the app refers to and does not manage. It creates no resource. */
export class ForeignObject<Kind extends string> extends Construct implements DocsReference<Kind> {
  readonly kind: Kind;
  readonly id: string;
  /** The same for two references to one object. */
  readonly identity: string;

  /** `named`: the id of the object, or the values that find it. */
  constructor(scope: Construct, id: string, kind: Kind, named: string | Lookup) {
    super(scope, idGiven(scope, id));
    checkLibrary(this);
    checkStack(this);
    this.kind = kind;
    this.id = idOf(this, named);
    this.identity = typeof named === "object" ? identityOfLookup(kind, named) : `@${named}`;
  }

  /** The name of the object in messages. */
  get label(): string {
    return Token.isUnresolved(this.id) ? this.node.path : this.id;
  }
}

function idOf(object: Construct, named: string | Lookup): string {
  if (typeof named !== "object") {
    checkId(object, named);
    return named;
  }
  const { source, by, provider } = named;
  for (const [field, value] of Object.entries(by)) checkNotEmpty(object.node.path, field, value);
  return new source(object, "Default", { ...by, ...defined({ provider }) } as never).id;
}

function identityOfLookup(kind: string, { by, provider }: Lookup): string {
  return JSON.stringify([kind, by, provider?.node.path]);
}

/** A foreign object of a site. */
export class ForeignMember<Kind extends string> extends ForeignObject<Kind> {
  readonly site: SiteReference;

  constructor(
    scope: Construct,
    id: string,
    kind: Kind,
    { site, id: named }: { readonly site: SiteReference; readonly id: string | Lookup },
  ) {
    const { id: siteId } = siteGiven(scope, id, site);
    super(scope, id, kind, typeof named === "object" ? { ...named, by: { siteId, ...named.by } } : named);
    this.site = site;
  }
}
