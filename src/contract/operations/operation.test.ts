import { expect, test } from "vitest";
import { effectOf } from "../../model/endpoint.ts";
import { get, patch, post, put, remove } from "./operation.ts";

test.each([
  { endpoint: get("/a", { id: "a" }), effect: "read" },
  { endpoint: get("/a", { id: "a", effect: "write" }), effect: "write" },
  { endpoint: post("/a", { id: "a" }), effect: "write" },
  { endpoint: post("/a", { id: "a", effect: "read" }), effect: "read" },
  { endpoint: put("/a", { id: "a" }), effect: "write" },
  { endpoint: patch("/a", { id: "a" }), effect: "write" },
  { endpoint: remove("/a", { id: "a" }), effect: "delete" },
])("$endpoint.method is a $effect, unless the row says otherwise", ({ endpoint, effect }) => {
  expect(effectOf(endpoint)).toBe(effect);
});
