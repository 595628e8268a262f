import type { Transport } from "../../src/contract/http/transport.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";

/** A service that adds links to other websites to the structure of each site, on request. */
export function serviceWithLinks() {
  const links = { shown: false };
  const transport =
    (emulator: Emulator): Transport =>
    async (request) => {
      const answer = await emulatorTransport(emulator)(request);
      if (!links.shown || !request.url.endsWith("/structure")) return answer;
      const body = JSON.parse(answer.text) as JsonObject;
      return { ...answer, text: JSON.stringify({ ...body, structure: withLinks(body["structure"]) }) };
    };
  return { links, transport };
}

function withLinks(items: Json | undefined): Json {
  return [link("root"), ...((items ?? []) as readonly JsonObject[]).map(withLinkInside), link("end")];
}

function withLinkInside(item: JsonObject): JsonObject {
  const { children } = item;
  return Array.isArray(children) ? { ...item, children: [...children, link("inside")] } : item;
}

function link(id: string): JsonObject {
  return { object: "site-external-link", id, title: id, url: "https://elsewhere.example" };
}
