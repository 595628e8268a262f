/** The user name and the password in a URL, both as written and decoded. A text that is no valid URL may contain them too. */
export function credentialsInUrl(url: string): readonly string[] {
  const parsed = URL.parse(url);
  return withDecoded(parsed === null ? writtenCredentials(url) : [parsed.username, parsed.password]);
}

function writtenCredentials(url: string): readonly string[] {
  const [, written = ""] = userInfo.exec(url) ?? [];
  const [user = "", ...password] = written.split(":");
  return [user, password.join(":")];
}

const userInfo = /^\s*[a-z][a-z0-9+.-]*:[/\\]*([^/\\?#]*)@/iu;

/** The parts of a URL that give access: user name, password, and the values of its query, both as written and decoded. */
export function secretsInUrl(url: string): readonly string[] {
  const parsed = URL.parse(url);
  const raw = /^[^?#]*\?([^#]*)/s.exec(url)?.[1]?.split("&") ?? [];
  const inQuery = raw.map((pair) => pair.slice(pair.indexOf("=") + 1));
  return [
    ...new Set([
      ...credentialsInUrl(url),
      ...withDecoded([...inQuery, ...(parsed?.searchParams.values() ?? [])]),
    ]),
  ];
}

function withDecoded(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => [text, decoded(text)]))].filter((text) => text !== "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The URL without its user name, its password and, if `hidesQuery`, the values of its query. */
export function maskedUrl(url: string, hidesQuery: boolean): string {
  const parsed = URL.parse(url);
  const secrets = hidesQuery ? secretsInUrl(url) : credentialsInUrl(url);
  if (secrets.length === 0) return url;
  if (parsed === null) return "***";
  if (parsed.username !== "") parsed.username = "***";
  if (parsed.password !== "") parsed.password = "***";
  const pairs = parsed.search.slice(1).split("&");
  if (hidesQuery && parsed.search !== "")
    parsed.search = pairs.map((pair) => pair.replace(/^([^=]*=)?.*$/s, "$1***")).join("&");
  return parsed.href;
}
