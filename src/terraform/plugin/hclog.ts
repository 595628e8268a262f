import type { Secret } from "../../model/secret.ts";

export const logLevels = ["trace", "debug", "info", "warn", "error", "off"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Lines for Terraform's log. Fields are JSON. Secrets that were passed to `hide` become `(secret)`. */
export interface ProviderLog {
  readonly enabled: (level: LogLevel) => boolean;
  readonly write: (
    level: Exclude<LogLevel, "off">,
    message: string,
    fields?: Readonly<Record<string, unknown>>,
  ) => void;
  /** Hides the secret's text in all later lines. */
  readonly hide: (secret: Secret) => void;
}

export interface LogOptions {
  readonly level: LogLevel;
  /** The module's name in the log: `provider.docs`. */
  readonly module: string;
  readonly now: () => number;
  readonly write: (line: string) => void;
}

/** A log in the format of hclog, which Terraform expects on the standard error of a provider. */
export function createProviderLog(options: LogOptions): ProviderLog {
  const hidden = new Set<string>();
  const enabled = (level: LogLevel): boolean => logLevels.indexOf(level) >= logLevels.indexOf(options.level);
  return {
    enabled,
    hide: (secret) => {
      for (const text of hideableTexts(secret.reveal())) hidden.add(text);
    },
    write: (level, message, fields) => {
      if (!enabled(level)) return;
      const entry = { ...fields, "@message": message };
      const redacted = JSON.stringify(entry, (_key, value: unknown) =>
        typeof value === "string" ? redact(value, hidden) : value,
      );
      const facts = {
        "@level": level,
        "@module": options.module,
        "@timestamp": hclogTimestamp(options.now()),
      };
      options.write(`${redacted.slice(0, -1)},${JSON.stringify(facts).slice(1)}\n`);
    },
  };
}

/** The texts to hide of a secret. They include each of its lines, because output is often cut at line breaks. */
function hideableTexts(text: string): string[] {
  return [text, ...text.split("\n")].map((part) => part.trim()).filter((part) => part.length >= 4);
}

function redact(text: string, hidden: ReadonlySet<string>): string {
  let redacted = text;
  for (const secret of hidden) redacted = redacted.replaceAll(secret, "(secret)");
  return redacted;
}

/** ISO 8601 with exactly six fractional digits, the only form that hclog accepts. */
export function hclogTimestamp(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "000Z");
}

/** The log level in the environment. Terraform filters again; this level saves lines that Terraform would drop. */
export function logLevelOf(environment: Readonly<Record<string, string | undefined>>): LogLevel {
  const wanted = (environment["TF_LOG_PROVIDER"] || environment["TF_LOG"] || "off").toLowerCase();
  if (wanted === "json") return "trace";
  return logLevels.find((level) => level === wanted) ?? (wanted === "off" ? "off" : "trace");
}
