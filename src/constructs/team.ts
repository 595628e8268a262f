import type { Construct } from "constructs";
import { defined } from "./defined.ts";
import { argumentsOf, DocsObject, type DocsObjectProps, importBlock } from "./docs-object.ts";
import { ForeignObject } from "./foreign-object.ts";
import { Team as TeamResource } from "./generated/team.ts";
import type { ITeam } from "./references.ts";

/** What a team is. */
export interface TeamProps extends DocsObjectProps<keyof TeamValues>, TeamValues {}

interface TeamValues {
  /** Name of the team; no two teams of an organization have the same. 1 to 64 characters. */
  readonly title: string;
  /**
   * The people of the team, each by user id or e-mail address. The token's own user is never removed. Absent: not
   * managed.
   */
  readonly members?: readonly string[];
}

/** A named group of members of the organization. */
export class Team extends DocsObject<"team", TeamResource> implements ITeam {
  readonly resource: TeamResource;

  /** A team that is there already and is not managed by the app. */
  static fromId(scope: Construct, id: string, teamId: string): ITeam {
    return new ForeignObject(scope, id, "team", teamId);
  }

  constructor(scope: Construct, id: string, props: TeamProps) {
    super(scope, id, "team", props, { provider: props.provider });
    const { title, members } = props;
    this.resource = new TeamResource(this, "Default", {
      ...argumentsOf("team", props),
      ...defined({ title, members: members as string[] | undefined }),
    });
    importBlock(this, props.importFrom);
  }
}
