/** A change of a resource in a plan of Terraform. */
export interface PlannedChange {
  readonly address: string;
  readonly before?: object;
  readonly after?: object;
  /** The arguments that Terraform will know only after the apply. */
  readonly unknown?: object;
  /** Default: what `before` and `after` say. */
  readonly actions?: readonly string[];
  readonly deposed?: string;
}

/** A plan as `terraform show -json` prints it, with the parts that docsform reads. */
export function planJson(changes: readonly PlannedChange[], configuration: object = {}): string {
  return JSON.stringify({
    format_version: "1.2",
    terraform_version: "1.11.4",
    resource_changes: changes.map(resourceChange),
    configuration,
  });
}

/** A plan that creates a space in an organization. */
export function planOfSpace(organization: string): string {
  return planJson([{ address: "docs_space.guides", after: { title: "Guides" } }], {
    provider_config: {
      docs: { name: "docs", expressions: { organization: { constant_value: organization } } },
    },
  });
}

function resourceChange({ address, before, after, unknown = {}, actions, deposed }: PlannedChange) {
  const [, modules, type, name, index] =
    /^((?:module[.]\w+(?:\[[^\]]*\])?[.])*)(\w+)[.](\w+)(?:\[(.*)\])?$/u.exec(address) ?? [];
  const usual = before === undefined ? ["create"] : after === undefined ? ["delete"] : ["update"];
  return {
    address,
    ...(modules === "" ? {} : { module_address: modules?.slice(0, -1) }),
    mode: "managed",
    type,
    name,
    ...(index === undefined ? {} : { index: JSON.parse(index) }),
    ...(deposed === undefined ? {} : { deposed }),
    provider_name: "registry.terraform.io/docsform/docs",
    change: {
      actions: actions ?? usual,
      before: before ?? null,
      after: after ?? null,
      after_unknown: { id: true, ...unknown },
    },
  };
}
