import fc from "fast-check";
import { expect, test } from "vitest";
import { createLinkedOrder } from "./linked-order.ts";

const item = fc.nat(9);
const operation = fc.oneof(
  fc.record({ kind: fc.constantFrom("append" as const, "remove" as const), item }),
  fc.record({ kind: fc.constantFrom("putBefore" as const, "putAfter" as const), item, other: item }),
);

test("an order has its items where the operations put them, as an array would", () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 40 }), (operations) => {
      const order = createLinkedOrder<number>();
      let expected: number[] = [];
      for (const each of operations) {
        expected = expected.filter((one) => one !== each.item);
        if ("other" in each) {
          const at = expected.indexOf(each.other);
          const place = at < 0 ? expected.length : each.kind === "putBefore" ? at : at + 1;
          expected.splice(place, 0, each.item);
          order[each.kind](each.item, each.other);
        } else {
          if (each.kind === "append") expected.push(each.item);
          order[each.kind](each.item);
        }
      }
      expect([...order]).toEqual(expected);
    }),
  );
});
