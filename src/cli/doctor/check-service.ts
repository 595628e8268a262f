import { parseBaseUrl } from "../../contract/http/base-url.ts";
import type { Client } from "../../contract/http/http-client.ts";
import { proxyFrom } from "../../contract/http/proxy.ts";
import { describeProxyRefusal, proxyRefusedWords } from "../../contract/http/proxy-refusal.ts";
import { TransportError } from "../../contract/http/transport.ts";
import { createUndiciTransport } from "../../contract/http/undici-transport.ts";
import { otherThanSet } from "../../engine/live/other-api-version.ts";
import { readCurrentUser } from "../../engine/live/read-current-user.ts";
import { visibleOrganizations } from "../../engine/live/visible-organizations.ts";
import { withoutIn } from "../../engine/plan/world/secret-texts.ts";
import { revealedSecretTexts } from "../../engine/reconcile/reveal-secret.ts";
import { newestApiVersion } from "../../model/endpoint.ts";
import { doctorMs } from "../../model/time-limits.ts";
import { isJsonObject, type Json } from "../../util/json.ts";
import type { Context } from "../command-context.ts";
import type { LoadedLayout } from "../load-layout.ts";
import type { ServiceSettings } from "../option-table.ts";
import { baseUrlFor, openTokenFile, withClient } from "../with-client.ts";
import { type Advice, advice, fineWords } from "./advice.ts";
import { doubtful, type Finding, failed, fine, wrong } from "./doctor-finding.ts";

const maxResponseBytes = 1_000_000;
const maxClockDifferenceMs = 5 * 60_000;

/** Findings about the connection to the service and about the token. Writes nothing. */
export async function checkService(
  context: Context,
  settings: ServiceSettings,
  layout: LoadedLayout | undefined,
): Promise<readonly Finding[]> {
  const connection = await connectionFindings(context, settings, layout);
  if (connection.some(({ status }) => status === "fail")) return connection;
  return [...connection, ...(await tokenFindings(context, settings, layout))];
}

/** Makes a request without a token: any response shows that the connection works. */
async function connectionFindings(
  { io }: Context,
  settings: ServiceSettings,
  layout: LoadedLayout | undefined,
): Promise<readonly Finding[]> {
  try {
    const proxy = proxyFrom(io.environment);
    const throughProxy =
      proxy.url === undefined ? fineWords.noProxy : fineWords.proxy(new URL(proxy.url).host);
    const proxyFinding = fine("proxy", throughProxy);
    const { origin } = parseBaseUrl(baseUrlFor(io, settings, layout?.service ?? {}));
    const transport = createUndiciTransport({ connections: 1, proxy });
    try {
      const { headers } = await transport({
        method: "GET",
        url: `${origin}/`,
        headers: {},
        signal: io.signal,
        timeoutMs: doctorMs,
        maxResponseBytes,
      });
      return [
        proxyFinding,
        fine("network", fineWords.network(origin)),
        ...clockFindings(io.clock.now(), headers["date"]),
      ];
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      return [proxyFinding, wrong("network", unreachable(origin, error))];
    } finally {
      await transport.close();
    }
  } catch (error) {
    return [failed("network", error)];
  }
}

function unreachable(origin: string, error: TransportError): Advice {
  const words = unreachableWords(origin, error);
  return error.reason === "untrusted" ? { ...words, remedy: advice.untrusted } : words;
}

function unreachableWords(origin: string, { message, proxy }: TransportError): Advice {
  if (proxy === undefined) return advice.unreachable(origin, message);
  const { hostname, host } = new URL(origin);
  const { remedy } = proxyRefusedWords(proxy, { call: "", reason: "", service: hostname });
  return advice.unreachableByProxy(origin, describeProxyRefusal(proxy, host, message), remedy);
}

/** `date`: the header of a response. Without it, there is nothing to compare. */
function clockFindings(now: number, date: string | undefined): readonly Finding[] {
  const serviceTime = Date.parse(date ?? "");
  if (Number.isNaN(serviceTime)) return [];
  const differenceMs = Math.abs(now - serviceTime);
  if (differenceMs <= maxClockDifferenceMs) return [fine("clock", fineWords.clock)];
  return [doubtful("clock", advice.clock(Math.round(differenceMs / 60_000)))];
}

async function tokenFindings(
  context: Context,
  settings: ServiceSettings,
  layout: LoadedLayout | undefined,
): Promise<readonly Finding[]> {
  try {
    return await withClient(context, { ...settings, quiet: true }, layout?.service ?? {}, async (client) => {
      const user = await readCurrentUser(client, context.types, newestApiVersion, context.io.signal);
      return [
        fine("token", fineWords.token(user?.id)),
        ...tokenFileFindings(context, settings),
        ...(await organizationFindings(context, client, layout)),
        apiVersionFinding(client, settings),
      ];
    });
  } catch (error) {
    return [failed("token", error)];
  }
}

function tokenFileFindings({ io }: Context, settings: ServiceSettings): readonly Finding[] {
  const warning = openTokenFile(io, settings);
  return warning === undefined ? [] : [doubtful("token", warning)];
}

async function organizationFindings(
  { types, io }: Context,
  client: Client,
  layout: LoadedLayout | undefined,
): Promise<readonly Finding[]> {
  const organizations = await visibleOrganizations(types, client, io.signal);
  if (organizations === undefined) return [];
  const secrets = revealedSecretTexts(layout?.desired);
  const findings = organizations.map(({ title, id, item }) =>
    fine(
      "organization",
      fineWords.organization(
        withoutIn({ title: title ?? "" }, ["title"], secrets).title,
        id,
        permissionsIn(item["permissions"]),
      ),
    ),
  );
  const layoutOrganization = layout?.desired.organizationId;
  if (layoutOrganization !== undefined && !organizations.some(({ id }) => id === layoutOrganization)) {
    return [...findings, wrong("organization", advice.otherOrganization(layoutOrganization))];
  }
  if (organizations.length === 0) return [doubtful("organization", advice.noOrganization)];
  return findings;
}

/** The names of the permissions that the token's user has. `permissions`: whether the user has each, by its name. */
function permissionsIn(permissions: Json | undefined): readonly string[] {
  if (!isJsonObject(permissions)) return [];
  return Object.keys(permissions).filter((name) => permissions[name] === true);
}

function apiVersionFinding(client: Client, settings: ServiceSettings): Finding {
  const setVersion = settings.apiVersion ?? client.apiVersion;
  const { announced } = client.stats;
  if (setVersion !== undefined && announced !== undefined && setVersion !== announced)
    return failed("API version", otherThanSet(setVersion, announced));
  const apiVersion = setVersion ?? announced;
  if (apiVersion !== undefined) return fine("API version", apiVersion);
  return fine("API version", fineWords.apiVersionOfResponses(newestApiVersion));
}
