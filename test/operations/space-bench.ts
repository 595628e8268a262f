import type { ScenarioContext } from "../../src/contract/operations/scenario.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import { bodyOf } from "../../src/model/emulator-responses.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";
import { emulatorAfterScenarios, scenarioClient } from "../support/scenarios.ts";

/** A space, an editor in the app, and a client. */
export interface SpaceBench {
  readonly emulator: Emulator;
  readonly client: ScenarioContext;
  readonly space: string;
  /** Edits the space, or one of its change requests, in the app. Returns the ids of the edited pages. */
  readonly edit: (changes: readonly JsonObject[], changeRequestId?: string) => readonly string[];
  /** Calls an operation of the space. */
  readonly ask: ScenarioContext["ask"];
  /** One value of each item of a list of the space. */
  readonly list: (
    operation: string,
    request?: Parameters<ScenarioContext["ask"]>[1],
  ) => Promise<readonly JsonObject[]>;
}

export async function openSpaceBench(apiVersion: ApiVersion): Promise<SpaceBench> {
  const emulator = emulatorAfterScenarios(apiVersion);
  const client = scenarioClient(emulator);
  const space = await client.make("createSpace", { body: { title: "Guides" } });
  const ask: SpaceBench["ask"] = (operation, request = {}) =>
    client.ask(operation, { ...request, params: { spaceId: space, ...request.params } });
  return {
    emulator,
    client,
    space,
    ask,
    edit: (changes, changeRequestId) => {
      const params = { spaceId: space, ...(changeRequestId === undefined ? {} : { changeRequestId }) };
      const { outcomes } = bodyOf(client.edit("editContent", { params, body: { changes } }));
      return (outcomes as readonly { readonly page?: string }[]).map(({ page }) => page ?? "");
    },
    list: async (operation, request) => (await ask(operation, request))["items"] as readonly JsonObject[],
  };
}

export function insert(title: string, markdown: string, more: JsonObject = {}): JsonObject {
  return { operation: "insert_page", title, document: { markdown }, ...more };
}

export function update(page: string | undefined, more: JsonObject): JsonObject {
  return { operation: "update_page", page: page ?? "", ...more };
}

/** Pages in short form: a title, or `{ title: [pages below it] }`. */
export function outline(pages: Json | undefined): Json {
  return (pages as readonly JsonObject[]).map((page) => {
    const under = outline(page["pages"] ?? []) as readonly Json[];
    const title = page["title"] as string;
    return under.length === 0 ? title : { [title]: under };
  });
}
