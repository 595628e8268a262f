import type { Transport } from "../../src/contract/http/transport.ts";
import { emulatorTransport } from "../../src/emulator/in-process-transport.ts";
import type { Emulator } from "../../src/emulator/new-emulator.ts";
import type { Json, JsonObject } from "../../src/util/json.ts";

/** A service that adds items of a kind that docsform does not know to the structure of each site, on request. */
export function serviceWithBanners() {
  const banners = { shown: false };
  const transport =
    (emulator: Emulator): Transport =>
    async (request) => {
      const answer = await emulatorTransport(emulator)(request);
      if (!banners.shown || !request.url.endsWith("/structure")) return answer;
      const body = JSON.parse(answer.text) as JsonObject;
      return { ...answer, text: JSON.stringify({ ...body, structure: withBanners(body["structure"]) }) };
    };
  return { banners, transport };
}

function withBanners(items: Json | undefined): Json {
  return [banner("root"), ...((items ?? []) as readonly JsonObject[]).map(withBannerInside), banner("end")];
}

function withBannerInside(item: JsonObject): JsonObject {
  const { children } = item;
  return Array.isArray(children) ? { ...item, children: [...children, banner("inside")] } : item;
}

function banner(id: string): JsonObject {
  return { object: "site-banner", id, title: id };
}
