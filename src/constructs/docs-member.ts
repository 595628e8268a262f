import type { Construct } from "constructs";
import { propsGiven } from "./check-properties.ts";
import type { Choice } from "./choice.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { argumentsOf, DocsObject, importBlock } from "./docs-object.ts";
import { type FindOptions, ForeignObject } from "./foreign-object.ts";
import { DataDocsMember } from "./generated/data-docs-member.ts";
import { type MemberConfig, Member as MemberResource } from "./generated/member.ts";
import type { IMember } from "./references.ts";
import { valuesOf } from "./values-of.ts";

/** The properties of a member. */
export interface MemberProps extends DocsObjectProps<keyof MemberValues>, MemberValues {}

interface MemberValues {
  /**
   * E-mail address, which identifies the person. People join in the app or with single sign-on: docsform finds the person and sends
   * no invitation. A person without an address needs `importFrom`.
   */
  readonly email?: string;
  /**
   * Role in the organization. `guest` makes the person a guest. One of `admin`, `create`, `edit`, `review`, `comment`, `read`, `guest`.
   * If omitted, the value stays as it is.
   */
  readonly role?: Choice<"member", "role">;
}

/**
 * A person in the organization, and their role.
 *
 * @example
 * new Member(this, "ada", { email: "ada@example.com", role: "edit" });
 */
export class Member extends DocsObject<"member", MemberResource> implements IMember {
  readonly resource: MemberResource;

  /** Refers to an existing member that the app does not manage. */
  static fromId(scope: Construct, id: string, userId: string): IMember {
    return new ForeignObject(scope, id, "member", userId);
  }

  /** Finds a member by the e-mail address. The app does not manage the member. */
  static fromEmail(scope: Construct, id: string, email: string, { provider }: FindOptions = {}): IMember {
    return new ForeignObject(scope, id, "member", { source: DataDocsMember, by: { email }, provider });
  }

  constructor(scope: Construct, id: string, given: MemberProps) {
    const props = propsGiven(given);
    super(scope, id, "member", props, { provider: props.provider });
    this.resource = new MemberResource(this, "Default", {
      ...argumentsOf(this, props),
      ...valuesOf<MemberConfig>("member", props),
    });
    importBlock(this, props.importFrom);
  }
}
