import { TerraformElement, type TerraformResource } from "cdktf";
import type { Construct } from "constructs";

/**
 * The block with which Terraform imports an existing object. cdktf's own `importFrom` runs terraform in each synthesis to learn its
 * version, and fails without it.
 */
export class ImportBlock extends TerraformElement {
  readonly #resource: TerraformResource;
  readonly #objectId: string;

  constructor(scope: Construct, id: string, resource: TerraformResource, objectId: string) {
    super(scope, id);
    this.#resource = resource;
    this.#objectId = objectId;
  }

  override toTerraform(): object {
    const { provider } = this.#resource;
    return {
      import: [
        {
          to: terraformAddress(this.#resource),
          id: this.#objectId,
          ...(provider === undefined ? {} : { provider: provider.fqn }),
        },
      ],
    };
  }

  override toHclTerraform(): object {
    const { provider } = this.#resource;
    return {
      import: [
        {
          to: reference(terraformAddress(this.#resource)),
          id: { value: this.#objectId, type: "simple", storageClassType: "string" },
          provider: provider === undefined ? undefined : reference(provider.fqn),
        },
      ],
    };
  }
}

/** A moved resource: its former and its present address. */
export interface MovedBlock {
  readonly from: string;
  readonly to: string;
}

/** The `moved` blocks of resources whose address changed, as the synthesis determines them. */
export class MovedBlocks extends TerraformElement {
  readonly #moves: () => readonly MovedBlock[];

  constructor(scope: Construct, id: string, moves: () => readonly MovedBlock[]) {
    super(scope, id);
    this.#moves = moves;
  }

  override toTerraform(): object {
    const moves = this.#moves();
    return moves.length === 0 ? {} : { moved: moves.map(({ from, to }) => ({ from, to })) };
  }

  override toHclTerraform(): object {
    const moves = this.#moves();
    if (moves.length === 0) return {};
    return { moved: moves.map(({ from, to }) => ({ from: reference(from), to: reference(to) })) };
  }
}

/** The address of a resource. After this call, its logical id cannot be overridden. */
export function terraformAddress(resource: TerraformResource): string {
  return `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
}

function reference(value: string) {
  return { value, type: "simple", storageClassType: "reference" };
}
