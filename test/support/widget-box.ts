import { createEmulator, type Emulator } from "../../src/emulator/new-emulator.ts";
import type { EmulatorOptions } from "../../src/emulator/options.ts";
import type { Clock } from "../../src/util/clock.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/util/json.ts";
import { seededRandom } from "./service.ts";
import { createVirtualClock } from "./virtual-clock.ts";
import { widget, widgetSystem } from "./widget.ts";

/** A response with its parsed JSON, or with `text`. */
export interface DescribedWidget {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: JsonObject;
}

/** An emulator of widgets, with a client. */
export interface Box {
  readonly emulator: Emulator;
  readonly clock: Clock;
  /** Sends a request to a path below `/v1`. */
  ask(method: string, path: string, body?: Json): Promise<DescribedWidget>;
  isDropped(method: string, path: string, body?: Json): Promise<boolean>;
  create(title: string): Promise<string>;
  titles(query?: string): Promise<readonly string[]>;
}

const types = [widget];
const operations = { widgets: widgetSystem };

/** The path of the widgets. */
export const home = "/orgs/acme/widgets";

/** Options of an emulator of widgets on a virtual clock. */
export function boxOptions(options: Partial<EmulatorOptions> = {}): EmulatorOptions {
  return {
    types,
    operations,
    organizationId: "acme",
    token: "letmein",
    apiVersion: "classic",
    clock: createVirtualClock(),
    random: seededRandom(7),
    ...options,
  };
}

export function createBox(options: Partial<EmulatorOptions> = {}): Box {
  const all = boxOptions(options);
  const emulator = createEmulator(all);
  const send = (method: string, path: string, body?: Json) =>
    emulator.handle({
      method,
      path: `/v1${path}`,
      headers: { authorization: `Bearer ${all.token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const ask = async (method: string, path: string, body?: Json): Promise<DescribedWidget> => {
    const answer = await send(method, path, body);
    if (answer === "dropped") throw new Error(`${method} ${path} was dropped.`);
    return { ...answer, body: readJson(answer.text) };
  };
  return {
    emulator,
    clock: all.clock,
    ask,
    isDropped: async (method, path, body) => (await send(method, path, body)) === "dropped",
    create: async (title) => (await ask("POST", home, { title })).body["id"] as string,
    titles: async (query = "") => titlesOf(await ask("GET", `${home}${query}`)),
  };
}

/** The titles in a list of widgets. */
export function titlesOf(reported: DescribedWidget): readonly string[] {
  return ((reported.body["items"] ?? []) as readonly JsonObject[]).map((item) => item["title"] as string);
}

function readJson(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
