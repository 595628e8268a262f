/** The parts of a URL that give access: user name, password, and the values of its query, both as written and decoded. */
export function secretsInUrl(url: string): readonly string[] {
  const parsed = URL.parse(url);
  if (parsed === null) return [];
  const raw = /^[^?#]*\?([^#]*)/s.exec(url)?.[1]?.split("&") ?? [];
  const parts = [
    parsed.username,
    parsed.password,
    ...raw.map((pair) => pair.slice(pair.indexOf("=") + 1)),
    ...parsed.searchParams.values(),
  ];
  return [...new Set(parts.flatMap((text) => [text, decoded(text)]))].filter((text) => text !== "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The URL without the parts that give access. */
export function maskedUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || secretsInUrl(url).length === 0) return url;
  if (parsed.username !== "") parsed.username = "***";
  if (parsed.password !== "") parsed.password = "***";
  const pairs = parsed.search.slice(1).split("&");
  if (parsed.search !== "")
    parsed.search = pairs.map((pair) => pair.replace(/^([^=]*=)?.*$/s, "$1***")).join("&");
  return parsed.href;
}
