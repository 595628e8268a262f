import { describe, expect, test } from "vitest";
import { Secret } from "../../model/secret.ts";
import { createProviderLog, type LogLevel, logLevelOf } from "./hclog.ts";

function logInto(lines: string[], level: LogLevel = "trace"): ReturnType<typeof createProviderLog> {
  return createProviderLog({
    level,
    module: "provider.docs",
    now: () => 1_700_000_000_123,
    write: (line) => lines.push(line),
  });
}

const secretOf = (text: string): Secret => new Secret(text, { kind: "literal" });

test("a line is hclog's JSON, with six decimal places", () => {
  const lines: string[] = [];
  logInto(lines).write("info", "Read a page.", { path: "/v1", count: 3 });
  expect(lines).toEqual([
    '{"path":"/v1","count":3,"@message":"Read a page.","@level":"info","@module":"provider.docs","@timestamp":"2023-11-14T22:13:20.123000Z"}\n',
  ]);
});

test("does not write lines below the level", () => {
  const lines: string[] = [];
  const log = logInto(lines, "warn");
  log.write("info", "no");
  log.write("error", "yes");
  expect(lines.map((line) => (JSON.parse(line) as { "@message": string })["@message"])).toEqual(["yes"]);
});

describe("no line contains a hidden text", () => {
  test.each([
    { what: "in the message", message: "token gb_canary is wrong", fields: {} },
    { what: "in a field of a field", message: "m", fields: { request: { headers: ["Bearer gb_canary"] } } },
    { what: "as a secret", message: "m", fields: { token: secretOf("gb_canary") } },
  ])("$what", ({ message, fields }) => {
    const lines: string[] = [];
    const log = logInto(lines);
    log.hide(secretOf("gb_canary"));
    log.write("info", message, fields);
    expect(lines[0]).toContain("(secret)");
    expect(lines[0]).not.toContain("canary");
  });

  test("a secret of several lines is hidden, as a whole and line by line", () => {
    const lines: string[] = [];
    const log = logInto(lines);
    log.hide(secretOf("first canary\nsecond canary\n"));
    log.write("info", "first canary\nsecond canary");
    log.write("info", "only the second canary");
    expect(lines.join("")).not.toContain("canary");
  });

  test("a secret that is a word of the format does not break the line", () => {
    const lines: string[] = [];
    const log = logInto(lines);
    log.hide(secretOf("info"));
    log.write("info", "m");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ "@level": "info" });
  });
});

test.each([
  { environment: {}, level: "off" },
  { environment: { TF_LOG: "JSON" }, level: "trace" },
  { environment: { TF_LOG: "Warn" }, level: "warn" },
  { environment: { TF_LOG: "error", TF_LOG_PROVIDER: "debug" }, level: "debug" },
  { environment: { TF_LOG: "nonsense" }, level: "trace" },
])("$environment sets the level $level", ({ environment, level }) => {
  expect(logLevelOf(environment)).toBe(level);
});
