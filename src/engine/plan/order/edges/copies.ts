import { typeOfAddress } from "../../../../model/address.ts";
import { attributesIn } from "../../../../model/key-field.ts";
import { keyOf } from "../../../../model/object-key.ts";
import type { PlanValue } from "../../../../model/plan/plan.ts";
import { copyRuleOf } from "../../../../model/resource-type/creation.ts";
import { jsonEquals } from "../../../../util/json.ts";
import { type CopySource, sourceOfCopy } from "../../decide/copy-source.ts";
import type { Draft } from "../draft-node.ts";
import type { Drafted, EdgeRule } from "./edge-rule.ts";

type CreateDraft = Extract<Draft, { kind: "create" }>;

/**
 * If the response to a copy is lost, docsform finds the copy by the values of its source. So the source is written first, and no other
 * object with the key of the source is created at the same time.
 */
export const copies: EdgeRule = function* (drafted) {
  const creates = [...drafted.nodes.values()].filter((draft) => draft.kind === "create");
  for (const draft of creates) {
    const source = sourceOfCopy(drafted.context, typeOfAddress(draft.address), draft.attributes);
    if (source === undefined) continue;
    for (const { kind, address, id } of drafted.nodes.values())
      if (address === source.address && kind !== "delete") yield { node: draft.id, after: id };
    const gone = source.live && drafted.context.decisions.deleted.get(keyOf(source.live));
    if (gone !== undefined) yield { node: drafted.find.deleting(gone), after: draft.id };
    for (const other of creates)
      if (hasCreateKeyOf(drafted, draft, other, source)) yield { node: draft.id, after: other.id };
  }
};

/** Whether the other object is newly created with the create key of the source. */
function hasCreateKeyOf(
  { context }: Drafted,
  copy: CreateDraft,
  other: CreateDraft,
  source: CopySource,
): boolean {
  const name = typeOfAddress(copy.address);
  const type = context.types.get(name);
  if (typeOfAddress(other.address) !== name || copyRuleOf(type, other.attributes)) return false;
  const declared = source.address === undefined ? undefined : context.desired.get(source.address)?.attributes;
  const of = (attribute: string) =>
    (declared?.[attribute] ?? source.live?.attributes[attribute] ?? null) as PlanValue;
  return attributesIn(type.identity.createKey).every((attribute) =>
    jsonEquals(other.attributes[attribute] ?? null, of(attribute)),
  );
}
