import type { Construct } from "constructs";
import { propsGiven } from "./check-properties.ts";
import type { DocsObjectProps } from "./common-properties.ts";
import { argumentsOf, DocsObject, importBlock } from "./docs-object.ts";
import { type FindOptions, ForeignObject } from "./foreign-object.ts";
import { DataDocsTeam } from "./generated/data-docs-team.ts";
import { type TeamConfig, Team as TeamResource } from "./generated/team.ts";
import type { ITeam } from "./references.ts";
import { valuesOf } from "./values-of.ts";

/** The properties of a team. */
export interface TeamProps extends DocsObjectProps<keyof TeamValues>, TeamValues {}

interface TeamValues {
  /** Name of the team. No two teams of an organization can have the same name. 1 to 64 characters. */
  readonly title: string;
  /**
   * The members of the team, each by user id or email address. The token's own user stays a member, even if you omit that user.
   * If omitted, the members stay as they are. Available only in the API versions `classic` and `current`.
   */
  readonly members?: readonly string[];
}

/**
 * A named group of members of the organization.
 *
 * @example
 * new Team(this, "writers", { title: "Writers", members: ["ada@example.com"] });
 */
export class Team extends DocsObject<"team", TeamResource> implements ITeam {
  readonly resource: TeamResource;

  /** Refers to an existing team that the app does not manage. */
  static fromId(scope: Construct, id: string, teamId: string): ITeam {
    return new ForeignObject(scope, id, "team", teamId);
  }

  /** Finds an existing team by its title, which exactly one has. The app does not manage it. */
  static fromTitle(scope: Construct, id: string, title: string, { provider }: FindOptions = {}): ITeam {
    return new ForeignObject(scope, id, "team", { source: DataDocsTeam, by: { title }, provider });
  }

  constructor(scope: Construct, id: string, given: TeamProps) {
    const props = propsGiven(given);
    super(scope, id, "team", props, { provider: props.provider });
    this.resource = new TeamResource(this, "Default", {
      ...argumentsOf(this, props),
      ...valuesOf<TeamConfig>("team", props),
    });
    importBlock(this, props.importFrom);
  }
}
