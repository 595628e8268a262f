/** The parts of a URL that give access: user name, password, and the values of its query, both as written and decoded. */
export function secretsInAddress(address: string): readonly string[] {
  const url = URL.parse(address);
  if (url === null) return [];
  const raw = /^[^?#]*\?([^#]*)/s.exec(address)?.[1]?.split("&") ?? [];
  const texts = [
    url.username,
    url.password,
    ...raw.map((pair) => pair.slice(pair.indexOf("=") + 1)),
    ...url.searchParams.values(),
  ];
  return [...new Set(texts.flatMap((text) => [text, decoded(text)]))].filter((text) => text !== "");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
