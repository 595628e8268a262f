/** A repository's URL without its credentials, and the credentials. */
export interface RepositoryAddress {
  readonly url: string;
  /** Value of the HTTP `Authorization` header. undefined: the URL has no credentials. */
  readonly authorization: string | undefined;
  /** Texts that must not appear in any message. */
  readonly secrets: readonly string[];
}

/** Reads a URL. Refuses one that the emulator must not access: it accesses only folders and servers of this machine. */
export function repositoryAddress(given: string): RepositoryAddress {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !isNear(url))
    throw new Error(
      "The emulator accesses only repositories on this machine: the URL must be a file: URL or have a loopback host",
    );
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

/** Removes the URL's credentials from a text. */
export function withoutSecrets(text: string, { secrets }: RepositoryAddress): string {
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, "***"), text);
}
