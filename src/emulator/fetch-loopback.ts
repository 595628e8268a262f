import type { FetchDocument } from "../model/emulator-rules.ts";

const slowestMs = 10_000;
const longestBytes = 16 * 1024 * 1024;

/** Fetches a document from a server on this machine. It refuses other hosts and redirects. */
export const fetchLoopback: FetchDocument = async (address) => {
  const url = new URL(address);
  const isNear = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (!isNear || !["http:", "https:"].includes(url.protocol))
    throw new Error("The emulator fetches documents only from servers on this machine.");
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(slowestMs) });
  if (!response.ok) throw new Error(`The server returned ${response.status}.`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > longestBytes) throw new Error(`The document is larger than ${longestBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
};
