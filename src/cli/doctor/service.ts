import { parseBaseUrl } from "../../http/base-url.ts";
import type { Client } from "../../http/client.ts";
import { proxyFrom } from "../../http/proxy.ts";
import { describeProxyRefusal, proxyRefusedWords } from "../../http/proxy-refusal.ts";
import { TransportError } from "../../http/transport.ts";
import { createUndiciTransport } from "../../http/undici-transport.ts";
import { readCurrentUser } from "../../live/current-user.ts";
import { otherThanSet } from "../../live/other-api-version.ts";
import { newestApiVersion } from "../../model/endpoint.ts";
import { isJsonObject, type Json } from "../../model/json.ts";
import { doctorMs } from "../../model/time-limits.ts";
import { baseUrlFor, openTokenFile, withClient } from "../connection.ts";
import type { Context } from "../context.ts";
import type { LoadedLayout } from "../load-layout.ts";
import type { ServiceSettings } from "../settings.ts";
import { doubtful, type Finding, failed, fine } from "./finding.ts";

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
    const proxyFinding = fine(
      "proxy",
      proxy.url === undefined ? "none" : `through ${new URL(proxy.url).host}`,
    );
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
        fine("network", `${origin} answers`),
        ...clockFindings(io.clock.now(), headers["date"]),
      ];
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      return [proxyFinding, unreachable(origin, error)];
    } finally {
      await transport.close();
    }
  } catch (error) {
    return [failed("network", error)];
  }
}

function unreachable(origin: string, { message, reason, proxy }: TransportError): Finding {
  const { hostname, host } = new URL(origin);
  const cause = proxy === undefined ? `: ${message}` : ` ${describeProxyRefusal(proxy, host, message)}`;
  const remedyOfNetwork =
    proxy === undefined
      ? "Check the base URL and the network. Behind a proxy, set HTTPS_PROXY."
      : proxyRefusedWords(proxy, { call: "", reason: "", service: hostname }).remedy;
  const remedy =
    reason === "untrusted"
      ? "If your organization has its own certificate authority, name its certificate in NODE_EXTRA_CA_CERTS."
      : remedyOfNetwork;
  return { check: "network", status: "fail", message: `docsform cannot reach ${origin}${cause}`, remedy };
}

/** `date`: the header of a response. Without it, there is nothing to compare. */
function clockFindings(now: number, date: string | undefined): readonly Finding[] {
  const serviceTime = Date.parse(date ?? "");
  if (Number.isNaN(serviceTime)) return [];
  const differenceMs = Math.abs(now - serviceTime);
  if (differenceMs <= maxClockDifferenceMs) return [fine("clock", "matches the service's clock")];
  const minutes = Math.round(differenceMs / 60_000);
  return [
    doubtful(
      "clock",
      `It differs from the service's clock by ${minutes} minutes.`,
      "Set this machine's clock.",
    ),
  ];
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
        fine("token", `accepted, for the user ${user?.id ?? "that it belongs to"}`),
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
  return warning === undefined ? [] : [doubtful("token", warning.message, warning.remedy)];
}

async function organizationFindings(
  { types, io }: Context,
  client: Client,
  layout: LoadedLayout | undefined,
): Promise<readonly Finding[]> {
  const endpoint = types.find((type) => type.listForToken !== undefined)?.listForToken;
  if (endpoint === undefined) return [];
  const organizations = (await client.list({ endpoint, params: {} }, { signal: io.signal })).filter(
    isJsonObject,
  );
  const findings = organizations.map((each) =>
    fine(
      "organization",
      `${textOrEmpty(each["title"])} (${textOrEmpty(each["id"])}): ${describePermissions(each["permissions"])}`,
    ),
  );
  const layoutOrganization = layout?.desired.organizationId;
  if (layoutOrganization !== undefined && !organizations.some(({ id }) => id === layoutOrganization)) {
    const message = `The token has no access to ${layoutOrganization}, the layout's organization.`;
    const remedy = "Use a member's token, or correct the layout's organization.";
    return [...findings, { check: "organization", status: "fail", message, remedy }];
  }
  if (organizations.length === 0)
    return [doubtful("organization", "The token has access to no organization.", "Use a member's token.")];
  return findings;
}

function textOrEmpty(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** `permissions`: whether the token's user has each permission, by its name. */
function describePermissions(permissions: Json | undefined): string {
  const granted = isJsonObject(permissions)
    ? Object.keys(permissions).filter((name) => permissions[name] === true)
    : [];
  return granted.length === 0
    ? "the service does not show the token's permissions"
    : `the token may ${granted.join(", ")}`;
}

function apiVersionFinding(client: Client, settings: ServiceSettings): Finding {
  const setVersion = settings.apiVersion ?? client.apiVersion;
  const { announced } = client.stats;
  if (setVersion !== undefined && announced !== undefined && setVersion !== announced)
    return failed("API version", otherThanSet(setVersion, announced));
  const apiVersion = setVersion ?? announced;
  if (apiVersion !== undefined) return fine("API version", apiVersion);
  return fine("API version", `detected from the service's responses, else ${newestApiVersion}`);
}
