import { expect, test } from "vitest";
import type { Call } from "../../model/endpoint.ts";
import type { ServiceClient } from "../live/service-client.ts";
import { permittedInRun } from "./permitted.ts";

type Method = "GET" | "POST" | "PATCH";
interface Response {
  readonly code: string;
  readonly outcome: string;
}

const refused: Response = { code: "http/forbidden", outcome: "refused" };
const callOf = (operation: string, method: Method): Call =>
  ({ endpoint: { operation, method }, params: {} }) as unknown as Call;

/** A run in which the service responds with these errors. undefined: it responds with success. */
function openRun() {
  const permitted = permittedInRun();
  /** Works on an object, and returns the code of the error of its last call. undefined: it succeeded. */
  const work = async (
    address: string,
    ...calls: readonly (readonly [operation: string, method: Method, response?: Response])[]
  ): Promise<string | undefined> => {
    let response: Response | undefined;
    const service = {
      call: async () => {
        // A response is a value here, and no Error.
        if (response !== undefined) throw Object.assign(new Error(response.code), response);
        return {};
      },
    } as unknown as ServiceClient;
    const client = permitted.clientFor(address, service);
    let code: string | undefined;
    for (const [operation, method, next] of calls) {
      response = next;
      code = await client.call(callOf(operation, method)).then(
        () => undefined,
        (error: unknown) => (error as Response).code,
      );
    }
    return code;
  };
  const refuseOn = async (...addresses: readonly string[]) => {
    for (const address of addresses) await work(address, ["move", "POST", refused]);
  };
  return { permitted, work, refuseOn };
}

test("an operation that was refused on three objects is not tried on a fourth one", async () => {
  const { permitted, work, refuseOn } = openRun();
  await refuseOn("a", "b");
  expect(await work("c", ["move", "POST", refused])).toBe("http/forbidden");
  expect(await work("d", ["move", "POST"])).toBe("run/not-permitted");
  expect(await work("d", ["rename", "PATCH"])).toBeUndefined();
  expect(permitted.reason?.message).toContain("move");
});

test("repeated refusals on one object count once", async () => {
  const { permitted, work, refuseOn } = openRun();
  await refuseOn("a", "a", "a");
  expect(await work("b", ["move", "POST"])).toBeUndefined();
  expect(permitted.reason).toBeUndefined();
});

test("an object that has begun to change is finished, whatever was refused on others", async () => {
  const { work, refuseOn } = openRun();
  await refuseOn("a", "b", "c");
  expect(await work("d", ["rename", "PATCH"], ["move", "POST"])).toBeUndefined();
  const { work: workLater, refuseOn: refuseLater } = openRun();
  await refuseLater("a", "b", "c");
  const lost: Response = { code: "http/no-response", outcome: "unknown" };
  expect(await workLater("d", ["rename", "PATCH", lost], ["move", "POST"])).toBeUndefined();
});

test("an object that was only read, or on which a write was refused, has not begun to change", async () => {
  const { work, refuseOn } = openRun();
  await refuseOn("a", "b", "c");
  expect(await work("d", ["show", "GET"], ["move", "POST"])).toBe("run/not-permitted");
  expect(await work("d", ["rename", "PATCH", refused], ["move", "POST"])).toBe("run/not-permitted");
});

test("a refusal after an attempt that may have succeeded does not show what is permitted", async () => {
  const { permitted, work } = openRun();
  const unclear: Response = { code: "http/forbidden", outcome: "unknown" };
  for (const address of ["a", "b", "c"]) await work(address, ["move", "POST", unclear]);
  expect(await work("d", ["move", "POST"])).toBeUndefined();
  expect(permitted.reason).toBeUndefined();
});
