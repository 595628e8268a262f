import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A server with a constant response. It has its own process, so that the client's figures do not include it. */
export interface ConstantServer {
  readonly url: string;
  stop(): Promise<void>;
}

const program = `
import { createServer } from "node:http";
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const body = Buffer.concat(chunks);
const headers = { "content-type": "application/json", "content-length": body.length };
const server = createServer((request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

/** Starts a server that responds to every request with this JSON. */
export async function startConstantServer(answer: unknown): Promise<ConstantServer> {
  const args = ["--input-type=module", "--eval", program];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const gone = once(child, "exit");
  child.stdin.end(JSON.stringify(answer));
  const [port] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await gone;
    },
  };
}
