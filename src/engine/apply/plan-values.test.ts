import { expect, test } from "vitest";
import { resolveForRequest } from "./resolve-values.ts";

test("a secret of which only the hash is known is not sent", async () => {
  const unused = () => {
    throw new Error("It is not used.");
  };
  const values = { certificate: { $hash: "5d1f" } };
  await expect(resolveForRequest(values, unused, unused)).rejects.toMatchObject({
    code: "apply/secret-not-in-plan",
  });
});
