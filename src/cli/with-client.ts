import { defaultBaseUrl } from "../contract/http/base-url.ts";
import { type Client, createClient } from "../contract/http/http-client.ts";
import { proxyFrom } from "../contract/http/proxy.ts";
import { createRateBudget } from "../contract/http/rate-budget.ts";
import { createUndiciTransport } from "../contract/http/undici-transport.ts";
import type { ServiceDefaults } from "../layout/synthesized/read-provider.ts";
import { fail, wordsOf } from "../model/codes/command-words.ts";
import type { Words } from "../model/codes/fail.ts";
import { warningAt } from "../model/diagnostic.ts";
import { type ApiVersion, apiVersions } from "../model/endpoint.ts";
import { Secret } from "../model/secret.ts";
import { eventOfCall } from "../report/events/emit-call.ts";
import { present } from "../util/present.ts";
import type { Context } from "./command-context.ts";
import type { Io } from "./io.ts";
import type { ServiceSettings } from "./option-table.ts";
import { warn } from "./print-result.ts";
import { reportCalls } from "./progress/count-calls.ts";

/**
 * Runs `work` with a client of the service, and closes its connections afterwards. The settings take precedence over the environment, and
 * both over the layout.
 */
export async function withClient<Result>(
  { io, palette, emit, invocation }: Pick<Context, "io" | "palette" | "emit" | "invocation">,
  settings: ServiceSettings,
  defaults: ServiceDefaults,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const maxInFlight = Math.min(settings.concurrency, defaults.maxConcurrency ?? settings.concurrency);
  const { requestsPerSecond } = defaults;
  const { clock } = io;
  const transport = createUndiciTransport({ connections: maxInFlight, proxy: proxyFrom(io.environment) });
  warnOfOpenToken({ io, palette, emit }, settings);
  const callReporter = reportCalls(io, settings, nameOfService(io, settings, defaults), palette);
  try {
    const client = createClient({
      baseUrl: baseUrlFor(io, settings, defaults),
      token: tokenOf(io, settings, defaults.token),
      transport,
      clock,
      ...present({
        apiVersion: apiVersionFrom(io.environment["DOCSFORM_API_VERSION"]) ?? defaults.apiVersion,
        trace:
          io.environment["DOCSFORM_DEBUG"] === "http" ? (line: string) => io.stderr(`${line}\n`) : undefined,
      }),
      random: () => io.random.fraction(),
      budget: createRateBudget({
        clock,
        maxInFlight,
        onPause: callReporter.onPause,
        ...present({ requestsPerSecond }),
      }),
      onEvent: (event) => {
        emit(eventOfCall(event));
        callReporter.onEvent(event);
      },
    });
    invocation.clientStats.push(client.stats);
    return await work(client);
  } finally {
    callReporter.close();
    await transport.close();
  }
}

/** The URL of the service, from the settings, otherwise the environment, otherwise the layout. */
export function baseUrlFor(
  io: Io,
  settings: Pick<ServiceSettings, "baseUrl">,
  defaults: Pick<ServiceDefaults, "baseUrl">,
): string {
  const chosen = settings.baseUrl ?? io.environment["DOCSFORM_BASE_URL"];
  return chosen ?? defaults.baseUrl ?? defaultBaseUrl;
}

/** The name of the service in messages: its host. */
export function nameOfService(io: Io, settings: ServiceSettings, defaults: ServiceDefaults): string {
  const url = baseUrlFor(io, settings, defaults);
  return URL.canParse(url) ? new URL(url).host : url;
}

function tokenOf(io: Io, settings: ServiceSettings, fallback: Secret | undefined): Secret {
  if (settings.tokenFile !== undefined) return tokenFrom(io, settings.tokenFile);
  const token = io.environment["DOCSFORM_TOKEN"];
  if (token !== undefined) return new Secret(token, { kind: "environment", name: "DOCSFORM_TOKEN" });
  if (fallback !== undefined) return fallback;
  // The vendor's own tools read other variables.
  const name = Object.keys(io.environment).find((each) => /^GITBOOK_.*(?:TOKEN|KEY)$/u.test(each));
  throw fail("cli/no-token", name === undefined ? { case: "none" } : { case: "other", name });
}

function tokenFrom(io: Io, path: string): Secret {
  io.files.uses.read(path, "--token-file");
  const text = io.files.read(path);
  if (text === undefined) throw fail("cli/no-token", { case: "noFile", path });
  const token = text.trim();
  if (token !== "") return new Secret(token, { kind: "file", path });
  throw fail("cli/no-token", { case: "file", path });
}

function warnOfOpenToken(context: Parameters<typeof warn>[0], settings: ServiceSettings): void {
  const open = openTokenFile(context.io, settings);
  if (open === undefined) return;
  warn(context, settings, [warningAt(undefined, open)], []);
}

/** A token file that others may read, with its remedy. Not on Windows, where a file mode does not restrict readers. */
export function openTokenFile(
  { files }: Pick<Io, "files">,
  { tokenFile }: Pick<ServiceSettings, "tokenFile">,
): Words | undefined {
  const stats =
    tokenFile === undefined
      ? undefined
      : files.system.statSync(files.full(tokenFile), { throwIfNoEntry: false });
  const isOpen = process.platform !== "win32" && stats?.isFile() === true && (stats.mode & 0o044) !== 0;
  return isOpen && tokenFile !== undefined ? wordsOf("cli/open-token-file", { path: tokenFile }) : undefined;
}

function apiVersionFrom(name: string | undefined): ApiVersion | undefined {
  const known = apiVersions.find((apiVersion) => apiVersion === name);
  if (name === undefined || known !== undefined) return known;
  throw fail("cli/bad-api-version", {
    value: JSON.stringify(name),
    versions: apiVersions.join(" or "),
  });
}
