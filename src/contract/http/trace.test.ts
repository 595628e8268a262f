import { expect, test } from "vitest";
import { traced } from "./trace.ts";
import { TransportError, type TransportRequest, type TransportResponse } from "./transport.ts";

const sent: TransportRequest = {
  method: "POST",
  url: "https://docs.example/v1/orgs/acme/spaces?search=canary&limit=10",
  headers: { authorization: "Bearer canary" },
  timeoutMs: 1_000,
  maxResponseBytes: 1_000,
};

/** The lines about a request with this body and the response to it. */
async function linesOf(body: string | undefined, respond: () => TransportResponse): Promise<string[]> {
  const lines: string[] = [];
  const transport = traced(
    async () => respond(),
    (line) => lines.push(line),
  );
  await transport({ ...sent, ...(body === undefined ? {} : { body }) }).catch(() => undefined);
  return lines;
}

const response = (text: string, status = 200) => ({ status, headers: {}, text });

test("ids, choices, numbers and instants are readable, and other texts are only counted", async () => {
  const body = { title: "canary", parentId: "sp_1", limits: [1, null, true], keys: ["canary"] };
  const made = { object: "space", id: "sp_2", createdAt: "2026-01-02", secret: { value: "canary" } };
  expect(await linesOf(JSON.stringify(body), () => response(JSON.stringify(made), 201))).toEqual([
    '> POST /v1/orgs/acme/spaces?search=…&limit=… {"title":"(6 characters)","parentId":"(4 characters)","limits":[1,null,true],"keys":["(6 characters)"]}',
    '< POST /v1/orgs/acme/spaces?search=…&limit=…: 201 {"object":"space","id":"sp_2","createdAt":"2026-01-02","secret":{"value":"(6 characters)"}}',
  ]);
});

test("a body that is no JSON is only counted", async () => {
  expect(await linesOf(undefined, () => response("<html>canary</html>", 502))).toEqual([
    "> POST /v1/orgs/acme/spaces?search=…&limit=…",
    '< POST /v1/orgs/acme/spaces?search=…&limit=…: 502 "(19 characters)"',
  ]);
});

test("a long body is cut", async () => {
  const text = JSON.stringify(Array.from({ length: 1_000 }, (_, n) => ({ id: `sp_${n}` })));
  const [, line = ""] = await linesOf(undefined, () => response(text));
  expect(line).toHaveLength("< POST /v1/orgs/acme/spaces?search=…&limit=…: 200 ".length + 2_000 + 1);
  expect(line.endsWith("…")).toBe(true);
});

test("a request without a response says why, and fails as before", async () => {
  const lines: string[] = [];
  const broken = new TransportError("unknown", "canary", { reason: "timeout" });
  const transport = traced(
    async () => Promise.reject(broken),
    (line) => lines.push(line),
  );
  await expect(transport(sent)).rejects.toBe(broken);
  expect(lines.at(-1)).toBe("< POST /v1/orgs/acme/spaces?search=…&limit=…: no response (timeout)");
});
