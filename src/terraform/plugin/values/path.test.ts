import { expect, test } from "vitest";
import { formatPath, toAttributePath } from "./path.ts";

test("a path in Terraform's language, and in a message of the protocol", () => {
  const path = ["servers", 0, "name"];
  expect(formatPath(path)).toBe("servers[0].name");
  expect(toAttributePath(path).steps).toEqual([
    { attributeName: "servers" },
    { elementKeyInt: 0 },
    { attributeName: "name" },
  ]);
});
