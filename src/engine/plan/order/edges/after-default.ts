import { isReference } from "../../../../model/desired-world.ts";
import { inDefault, notInDefaults } from "../../decide/in-default.ts";
import { nodeId } from "../node-id.ts";
import type { EdgeRule } from "./edge-rule.ts";

/** A value that the service refuses for a default is written after another object has become the default. */
export const afterDefault: EdgeRule = function* ({ context, find }) {
  for (const { object, name } of notInDefaults(context)) {
    const parent = isReference(object.container) ? object.container.$ref : undefined;
    const node = find.writing(object.type, object.address, name);
    for (const declared of inDefault(context, object).declared)
      if (declared !== object.address && declared !== parent)
        yield { node, after: nodeId.setDefault(declared), why: { kind: "hard", attribute: name } };
  }
};
