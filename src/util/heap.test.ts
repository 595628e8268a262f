import fc from "fast-check";
import { expect, test } from "vitest";
import { createHeap } from "./heap.ts";

test("a heap returns its values in order", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), (numbers) => {
      const heap = createHeap<number>((a, b) => a < b);
      for (const number of numbers) heap.push(number);
      const given: number[] = [];
      while (heap.size > 0) {
        const first = heap.peek();
        expect(heap.pop()).toBe(first);
        given.push(first as number);
      }
      expect(given).toEqual([...numbers].sort((a, b) => a - b));
    }),
  );
});
