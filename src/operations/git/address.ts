/** A repository's address without what is secret in it, and that apart. */
export interface RepositoryAddress {
  readonly url: string;
  /** As a header of HTTP says it. */
  readonly authorization: string | undefined;
  /** What must not be said to anybody. */
  readonly secrets: readonly string[];
}

/** An address that this emulator may go to: a folder of this machine, or a server on it. */
export function repositoryAddress(given: string): RepositoryAddress {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !isNear(url))
    throw new Error("The emulator goes to repositories of this machine alone: file: and loopback addresses.");
  const { username, password } = url;
  url.username = "";
  url.password = "";
  if (username === "" && password === "") return { url: url.href, authorization: undefined, secrets: [] };
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  const encoded = Buffer.from(`${name}:${secret}`).toString("base64");
  const secrets = [password, secret, encoded, ...(password === "" ? [username, name] : [])];
  return { url: url.href, authorization: `Basic ${encoded}`, secrets: secrets.filter(Boolean) };
}

function isNear({ protocol, hostname }: URL): boolean {
  if (protocol === "file:") return hostname === "" || hostname === "localhost";
  const isLoopback = ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
  return isLoopback && (protocol === "http:" || protocol === "https:");
}

/** The text without secrets of the address, whoever put them there. */
export function withoutSecrets(text: string, { secrets }: RepositoryAddress): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, "***"), text);
}
