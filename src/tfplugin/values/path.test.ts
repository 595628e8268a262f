import { expect, test } from "vitest";
import { formatPath, toAttributePath } from "./path.ts";

test("a path as Terraform's language writes it, and as a message of the protocol", () => {
  const path = ["servers", 0, "name"];
  expect(formatPath(path)).toBe("servers[0].name");
  expect(toAttributePath(path).steps).toEqual([
    { attributeName: "servers" },
    { elementKeyInt: 0 },
    { attributeName: "name" },
  ]);
});
