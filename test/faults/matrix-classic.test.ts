import { test } from "vitest";
import { checkMatrix } from "./check-matrix.ts";
import { runMatrix } from "./run-matrix.ts";

test("any fault or kill at any request of an apply, on the classic API version", {
  timeout: 1_800_000,
}, async () => {
  checkMatrix("classic", await runMatrix("classic"));
});
