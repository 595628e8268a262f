import { TerraformElement, type TerraformResource } from "cdktf";
import type { Construct } from "constructs";

/**
 * The block by which Terraform takes over an object that is there already. cdktf's own `importFrom` runs terraform at
 * each synth to learn its version, and fails where there is none.
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

/** Addresses of resources that have changed: what stood at the one stands at the other now. */
export interface MovedBlock {
  readonly from: string;
  readonly to: string;
}

/** The blocks that tell Terraform of resources whose address has changed. */
export class MovedBlocks extends TerraformElement {
  readonly #moves: readonly MovedBlock[];

  constructor(scope: Construct, id: string, moves: readonly MovedBlock[]) {
    super(scope, id);
    this.#moves = moves;
  }

  override toTerraform(): object {
    return { moved: this.#moves.map(({ from, to }) => ({ from, to })) };
  }

  override toHclTerraform(): object {
    return { moved: this.#moves.map(({ from, to }) => ({ from: reference(from), to: reference(to) })) };
  }
}

/** The address of a resource. From then on its logical id cannot be overridden. */
export function terraformAddress(resource: TerraformResource): string {
  return `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
}

function reference(value: string) {
  return { value, type: "simple", storageClassType: "reference" };
}
