import { request } from "node:http";
import { networkInterfaces } from "node:os";
import { afterEach, expect, test } from "vitest";
import { boxOptions, home } from "../../test/support/widget-box.ts";
import { systemClock } from "../contract/http/system-clock.ts";
import { type RunningEmulator, startEmulator } from "./server.ts";

const running: RunningEmulator[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function start() {
  const server = await startEmulator({ ...boxOptions({ clock: systemClock }), port: 0 });
  running.push(server);
  const ask = async (method: string, path: string, body?: unknown, token = server.token) => {
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
  };
  return { server, ask };
}

test("serves the API on loopback", async () => {
  const { server, ask } = await start();
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const made = await ask("POST", `/v1${home}`, { title: "Größe" });
  expect(made).toMatchObject({ status: 201, body: { title: "Größe" } });
  expect(made.headers.get("location")).toBe(`/v1/widgets/${made.body.id}`);
  expect(made.headers.get("x-request-id")).toBe("req-1");
  const deletes = [205, 204];
  for (const status of deletes) {
    expect(await ask("DELETE", `/v1${home}/${made.body.id}`)).toMatchObject({ status, body: undefined });
  }
  expect((await ask("GET", `/v1${home}`, undefined, "other")).status).toBe(401);
  expect((await ask("GET", "/elsewhere")).status).toBe(404);
});

test("shows the time of the service, and none if a fault says so", async () => {
  const { server, ask } = await start();
  server.emulator.forward(3_600_000);
  const date = Date.parse((await ask("GET", `/v1${home}`)).headers.get("date") ?? "");
  expect(date).toBeGreaterThan(Date.now() + 3_500_000);
  server.emulator.faults.add({ fault: { kind: "date" } });
  expect((await ask("GET", `/v1${home}`)).headers.get("date")).toBeNull();
});

test("breaks the connection if a fault says so, and continues", async () => {
  const { server, ask } = await start();
  server.emulator.faults.add({ fault: { kind: "drop-after" } });
  await expect(ask("POST", `/v1${home}`, { title: "A" })).rejects.toThrow("fetch failed");
  expect((await ask("GET", `/v1${home}`)).body.items).toMatchObject([{ title: "A" }]);
});

test("has control requests outside the API, with the same token", async () => {
  const { server, ask } = await start();
  const edited = await ask("POST", "/_emulator/edit", { operation: "createWidget", body: { title: "A" } });
  expect(edited.body).toMatchObject({ status: 201, body: { title: "A" } });
  expect((await ask("GET", "/_emulator/dump")).body).toEqual(server.emulator.dump());
  expect((await ask("GET", "/_emulator/log")).body).toMatchObject([{ foreign: true }]);
  expect((await ask("DELETE", "/_emulator/log")).status).toBe(200);
  expect(server.emulator.log).toEqual([]);
  const spec = { on: { operation: "listWidgets" }, fault: { kind: "error-before", status: 503 } };
  expect((await ask("POST", "/_emulator/faults", [spec])).body).toEqual({ added: 1 });
  expect((await ask("GET", "/_emulator/faults")).body).toEqual({ fired: {}, armed: [spec] });
  expect((await ask("GET", `/v1${home}`)).status).toBe(503);
  expect((await ask("GET", "/_emulator/faults")).body).toEqual({ fired: { "error-before": 1 }, armed: [] });
  await ask("POST", "/_emulator/faults", spec);
  expect((await ask("DELETE", "/_emulator/faults")).status).toBe(200);
  expect((await ask("GET", `/v1${home}`)).status).toBe(200);
});

test("runs its jobs and moves its clock on request", async () => {
  const { server, ask } = await start();
  const later = { afterMs: 60_000, commit: () => server.emulator.service.add("widget", { id: "w1" }) };
  server.emulator.service.later("make", later);
  expect((await ask("POST", "/_emulator/settle")).body).toEqual({ finished: [], failed: [], waiting: 1 });
  const before = Date.parse(server.emulator.service.now());
  const { now } = (await ask("POST", "/_emulator/clock", { forwardMs: 60_000 })).body;
  expect(Date.parse(now)).toBeGreaterThanOrEqual(before + 60_000);
  expect((await ask("POST", "/_emulator/settle")).body).toEqual({
    finished: ["make"],
    failed: [],
    waiting: 0,
  });
});

test.each([
  ["time that goes back", "POST", "/_emulator/clock", { forwardMs: -1 }, "letmein", 400],
  ["another token", "GET", "/_emulator/dump", undefined, "other", 401],
  ["an unknown control", "GET", "/_emulator/secrets", undefined, "letmein", 404],
  ["an unknown fault", "POST", "/_emulator/faults", { fault: { kind: "flood" } }, "letmein", 400],
  ["a fault in process only", "POST", "/_emulator/faults", { fault: { kind: "callback" } }, "letmein", 400],
  ["an edit without an operation", "POST", "/_emulator/edit", {}, "letmein", 400],
  ["an edit that is refused", "POST", "/_emulator/edit", { operation: "createWidget" }, "letmein", 400],
])("control refuses %s", async (_, method, path, body, token, status) => {
  const { ask } = await start();
  expect(await ask(method, path, body, token)).toMatchObject({ status, body: { error: { code: status } } });
});

test("refuses a body that is too large, and continues", async () => {
  const { ask } = await start();
  const title = "x".repeat(17 * 1024 * 1024);
  for (const path of [`/v1${home}`, "/_emulator/edit"]) {
    const answered = await ask("POST", path, { title });
    expect(answered).toMatchObject({ status: 413, body: { error: { code: 413 } } });
  }
  expect((await ask("GET", `/v1${home}`)).body.items).toEqual([]);
});

test("refuses a request with another host name", async () => {
  const { server } = await start();
  const { port } = new URL(server.url);
  const statusFor = (host: string, path = `/v1${home}`) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { host, authorization: `Bearer ${server.token}` };
      request(`${server.url}${path}`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .once("error", reject)
        .end();
    });
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, "LOCALHOST", `[::1]:${port}`])
    expect(await statusFor(host), host).toBe(200);
  for (const host of [
    "docs.example",
    `evil.example:${port}`,
    "127.0.0.1.evil.example",
    "localhost@evil.example",
  ]) {
    expect(await statusFor(host), host).toBe(421);
    expect(await statusFor(host, "/_emulator/dump"), host).toBe(421);
  }
});

// The default token is public, so other machines must not reach the emulator.
test("listens only on loopback", async () => {
  const { server } = await start();
  const { port } = new URL(server.url);
  const addresses = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === "IPv4");
  // All of 127.0.0.0/8 is this machine on Linux, and a server on 127.0.0.1 has only that address.
  const others = process.platform === "linux" ? [{ address: "127.0.0.2" }, ...addresses] : addresses;
  expect(others).not.toEqual([]);
  for (const { address } of others)
    await expect(fetch(`http://${address}:${port}/v1${home}`), address).rejects.toThrow("fetch failed");
});
