import { type ApiVersion, type Call, isServed } from "../endpoint.ts";
import type { CallContext } from "./call-context.ts";
import type { Named } from "./type-names.ts";

/** Where an object is: its owner, its parent, and its place among its siblings. */
export interface Placed {
  /** The type whose object owns it in the API, such as the site of a section. Absent: the organization. */
  readonly scope?: string;
  readonly container?: ContainerRule;
  readonly order?: OrderRule;
  readonly defaultRole?: DefaultRoleRule;
}

export interface ContainerRule {
  /** Types that can be its parent, beside the top level of its scope. */
  readonly types: readonly string[];
  /** Whether it can be at the top level of its scope. */
  readonly rootAllowed: boolean;
  /** The layout field that names the parent. Absent: the nesting in the layout gives it. */
  readonly layoutField?: string;
  /** Whether the create call can set the parent, by API version. */
  readonly atCreate: Readonly<Record<ApiVersion, boolean>>;
  /** Whether a change of the parent moves or replaces the object, by API version. */
  readonly change: Readonly<Record<ApiVersion, "move" | "replace">>;
  /** The calls that move it to another parent. Parents are ids; null is the top level. Absent: a change replaces the object. */
  readonly moveInto?: (
    context: CallContext,
    id: string,
    from: string | null,
    to: string | null,
  ) => readonly Call[];
}

export interface OrderRule {
  /** Types with the same set and the same parent are siblings in one order. */
  readonly siblingSet: string;
  /** API versions in which the order contains only objects of this type, because the service does not show the place of the others. */
  readonly aloneIn?: readonly ApiVersion[];
  /** The call that puts an object directly before or after a sibling. */
  readonly sort: (
    context: CallContext,
    item: { readonly type: string; readonly id: string },
    position:
      | { readonly before: { readonly type: string; readonly id: string } }
      | { readonly after: { readonly type: string; readonly id: string } },
  ) => Call;
}

export interface DefaultRoleRule {
  /** Whether each scope or each parent has one default. */
  readonly within: "scope" | "container";
  /** Readers find the default at its parent's URL, so a change of the default changes the URLs of both children. */
  readonly publicAddress?: true;
  /** The call that makes it the default. It writes the parent, or the scope's object for a child at the top level (null). */
  readonly setDefault: (
    context: CallContext,
    id: string,
    container: { readonly type: string; readonly id: string } | null,
  ) => Call;
}

/** The name of the sibling set that objects of the type are in. Undefined: they have no order. */
export function siblingSetOf({ name, order }: Named & Placed, apiVersion: ApiVersion): string | undefined {
  return order?.aloneIn?.includes(apiVersion) === true ? name : order?.siblingSet;
}

/** Whether the API version has the operation that orders objects of the type. */
export function isSortable({ name, order }: Named & Placed, apiVersion: ApiVersion): boolean {
  if (order === undefined) return false;
  const item = { type: name, id: "" };
  const { endpoint } = order.sort({ organizationId: "", apiVersion, scopeId: "" }, item, { after: item });
  return isServed(endpoint, apiVersion);
}
