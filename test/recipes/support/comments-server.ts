import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A comment on the only pull request. */
export interface Comment {
  readonly id: number;
  readonly author: string;
  readonly body: string;
}

/** A platform's API for comments, as far as the recipes need it. */
export interface CommentsServer {
  readonly url: string;
  readonly comments: () => readonly Comment[];
  readonly close: () => Promise<void>;
}

interface Dialect {
  readonly list: RegExp;
  readonly one: RegExp;
  readonly change: string;
  readonly token: (request: IncomingMessage) => string | undefined;
  readonly read: (text: string) => unknown;
  readonly write: (comment: Comment) => unknown;
  readonly longest: number;
}

/** The user names of the jobs' tokens. */
export const botNames = { github: "github-actions[bot]", gitlab: "project_1_bot" } as const;

const dialects: Readonly<Record<keyof typeof botNames, Dialect>> = {
  github: {
    list: /^\/repos\/acme\/docs\/issues\/7\/comments$/u,
    one: /^\/repos\/acme\/docs\/issues\/comments\/(\d+)$/u,
    change: "PATCH",
    token: ({ headers }) => headers.authorization?.replace(/^Bearer /u, ""),
    read: (text) => (JSON.parse(text) as { body?: unknown }).body,
    write: ({ id, author, body }) => ({ id, user: { login: author }, body }),
    longest: 65_536,
  },
  gitlab: {
    list: /^\/projects\/1\/merge_requests\/7\/notes$/u,
    one: /^\/projects\/1\/merge_requests\/7\/notes\/(\d+)$/u,
    change: "PUT",
    token: ({ headers }) => headers["private-token"] as string | undefined,
    read: (text) => new URLSearchParams(text).get("body"),
    write: ({ id, author, body }) => ({ id, author: userOf(author), body }),
    longest: 1_000_000,
  },
};

const userOf = (name: string) => ({ id: name.length, username: name });

/** Starts the API on loopback, with existing comments. It accepts only the given token. */
export async function startCommentsServer(
  platform: keyof typeof botNames,
  { token, already }: { readonly token: string; readonly already: readonly Omit<Comment, "id">[] },
): Promise<CommentsServer> {
  const dialect = dialects[platform];
  const store: Comment[] = already.map((comment, at) => ({ ...comment, id: 100 + at }));

  const answer = (request: IncomingMessage, text: string): readonly [number, unknown] => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    if (dialect.token(request) !== token) return [401, { message: "Bad credentials" }];
    if (pathname === "/user") return [200, userOf(botNames[platform])];
    if (dialect.list.test(pathname) && request.method === "GET") {
      const size = Number(searchParams.get("per_page") ?? 20);
      const from = (Number(searchParams.get("page") ?? 1) - 1) * size;
      return [200, store.slice(from, from + size).map(dialect.write)];
    }
    return write(request, pathname, text);
  };

  const write = (request: IncomingMessage, pathname: string, text: string): readonly [number, unknown] => {
    const body = dialect.read(text);
    if (typeof body !== "string" || body === "") return [422, { message: "body is missing" }];
    if (body.length > dialect.longest) return [422, { message: "body is too long" }];
    if (dialect.list.test(pathname) && request.method === "POST") {
      const made = { id: 100 + store.length, author: botNames[platform], body };
      store.push(made);
      return [201, dialect.write(made)];
    }
    const id = Number(dialect.one.exec(pathname)?.[1]);
    const at = store.findIndex((comment) => comment.id === id);
    const before = store[at];
    if (before === undefined || request.method !== dialect.change) return [404, { message: "Not Found" }];
    store[at] = { ...before, body };
    return [200, dialect.write({ ...before, body })];
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const [status, value] = answer(request, Buffer.concat(pieces).toString());
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    comments: () => [...store],
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
