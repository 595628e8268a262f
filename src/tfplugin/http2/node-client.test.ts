import { once } from "node:events";
import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type ClientSessionOptions,
  connect,
  constants,
  type IncomingHttpHeaders,
  sensitiveHeaders,
} from "node:http2";
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from "node:net";
import { Duplex } from "node:stream";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Http2Connection } from "./connection.ts";
import { headerBlock, type RequestHeaders } from "./hpack.ts";
import type { Http2Stream } from "./stream.ts";

// Node's own client is the judge: it ends a stream or the connection when the server breaks a rule.

const listening = createServer();

beforeAll(async () => {
  listening.listen(0, "127.0.0.1");
  await once(listening, "listening");
});
afterAll(() => listening.close());

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly trailers: Readonly<Record<string, string>>;
}

/** What the server heard on one stream. */
interface Heard {
  readonly stream: Http2Stream;
  readonly headers: RequestHeaders;
  readonly pieces: Buffer[];
  ended: boolean;
  /** How often it was told that all is over. */
  closed: number;
  /** What it was told afterwards. */
  readonly late: string[];
}

interface Session {
  readonly client: ClientHttp2Session;
  /** By the number that the request told in `x-call`. */
  readonly heard: ReadonlyMap<number, Heard>;
}

interface SessionOptions {
  readonly opened?: (heard: Heard, call: number) => void;
  /** Runs when a request is whole. */
  readonly ended?: (heard: Heard, call: number) => void;
  readonly client?: ClientSessionOptions;
  /** Bytes of each piece in which the server gets what the client writes; as they come, where it is not given. */
  readonly pieceSize?: number | undefined;
}

/** Lets Node's client speak to the server. When both have said all, each listener must have heard of its end once. */
async function withClient(
  options: SessionOptions,
  speak: (session: Session) => Promise<void>,
): Promise<void> {
  const { pieceSize } = options;
  const socket = connectSocket((listening.address() as AddressInfo).port, "127.0.0.1");
  const [accepted] = (await once(listening, "connection")) as [Socket];
  const heard = new Map<number, Heard>();
  const failures: Error[] = [];
  new Http2Connection(pieceSize === undefined ? accepted : inPieces(accepted, pieceSize), {
    opened: (stream, headers) => {
      const one: Heard = { stream, headers, pieces: [], ended: false, closed: 0, late: [] };
      const call = Number(headers.get("x-call"));
      heard.set(call, one);
      options.opened?.(one, call);
      return {
        data: (piece) => {
          if (one.closed > 0) one.late.push("data");
          one.pieces.push(piece);
        },
        end: () => {
          if (one.closed > 0) one.late.push("end");
          one.ended = true;
          options.ended?.(one, call);
        },
        closed: () => {
          one.closed += 1;
        },
      };
    },
    failed: (error) => failures.push(error),
  });
  const client = connect("http://localhost", { ...options.client, createConnection: () => socket });
  const broken = new Promise<never>((_, reject) => client.on("error", reject));
  const over = once(accepted, "close");
  await Promise.race([broken, once(client, "connect").then(() => speak({ client, heard }))]);
  client.close();
  await over;
  expect(failures).toEqual([]);
  for (const one of heard.values()) expect(one).toMatchObject({ closed: 1, late: [] });
}

function inPieces(socket: Socket, size: number): Duplex {
  const pieces = new Duplex({
    read: () => undefined,
    write: (bytes, _, written) => socket.write(bytes, written),
  });
  socket.on("data", (bytes: Buffer) => {
    for (let start = 0; start < bytes.length; start += size) pieces.push(bytes.subarray(start, start + size));
  });
  socket.on("close", () => pieces.destroy());
  return pieces;
}

function answer({ stream }: Heard, { headers, body, trailers }: Answer): void {
  stream.respondWith(headerBlock({ ":status": "200", ...headers }), body, headerBlock(trailers));
}

/** What the client got, once its stream has closed. */
async function answerTo(request: ClientHttp2Stream): Promise<Answer> {
  const pieces: Buffer[] = [];
  let headers: Record<string, string> = {};
  let trailers: Record<string, string> = {};
  request.on("response", (got) => {
    headers = plain(got);
  });
  request.on("trailers", (got) => {
    trailers = plain(got);
  });
  request.on("data", (piece: Buffer) => pieces.push(piece));
  await once(request, "close");
  return { headers, body: Buffer.concat(pieces), trailers };
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  const own = Object.entries(headers).filter(([name]) => name !== ":status");
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

/** Bytes in which a piece that is lost, doubled or moved shows: their period divides no size of a frame. */
function patterned(size: number, seed = 0): Buffer {
  return Buffer.alloc(size, Buffer.from(Array.from({ length: 251 }, (_, index) => (index + seed) % 251)));
}

function checkAnswer(got: Answer, given: Answer): void {
  expect({ ...got, body: undefined }).toEqual({ ...given, body: undefined });
  checkBytes(got.body, given.body);
}

/** As a whole: a difference among millions is not worth printing. */
function checkBytes(actual: Buffer, wanted: Buffer): void {
  expect(actual.equals(wanted), `${actual.length} bytes are not the ${wanted.length} that were sent`).toBe(
    true,
  );
}

describe("headers", () => {
  const known = [
    "accept accept-charset accept-encoding accept-language accept-ranges access-control-allow-origin age allow",
    "authorization cache-control content-disposition content-encoding content-language content-length",
    "content-location content-range content-type cookie date etag expect expires from if-match",
    "if-modified-since if-none-match if-range if-unmodified-since last-modified link location max-forwards",
    "proxy-authenticate proxy-authorization range referer refresh retry-after server set-cookie",
    "strict-transport-security user-agent vary via www-authenticate",
  ]
    .join(" ")
    .split(" ");
  const names = fc.oneof(
    fc.constantFrom(...known),
    fc.stringMatching(/^x-[0-9a-z!#$%&'*+.^_`|~-]{1,20}$/),
    fc.integer({ min: 100, max: 300 }).map((size) => `x-${"n".repeat(size)}`),
  );
  const character = fc.oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }));
  const text = fc.array(character, { maxLength: 30 }).map((codes) => String.fromCharCode(...codes));
  const values = fc.oneof(
    fc.constantFrom("", "0", "gzip, deflate", "200"),
    text,
    fc.tuple(text, fc.integer({ min: 1, max: 150 })).map(([piece, times]) => piece.repeat(times)),
  );
  const fields = fc.uniqueArray(fc.tuple(names, values), {
    minLength: 1,
    maxLength: 12,
    selector: (field) => field.join(":"),
  });
  // Few headers among many requests: what the table holds is referred to, driven out, and added again.
  const sessions = fields.chain((pool) =>
    fc.record({
      requests: fc.array(fc.subarray(pool), { minLength: 1, maxLength: 15 }),
      secret: fc.constantFrom(...pool.map(([name]) => name)),
      table: fc.constantFrom(0, 100, 1_000, 4_096),
      pieceSize: fc.constantFrom(undefined, undefined, 1, 7, 1_000),
    }),
  );
  const pseudo = { ":method": "POST", ":scheme": "http", ":authority": "localhost" };

  test("whatever a client sends arrives as it was sent, whichever of it the table holds", async () => {
    const ended = ({ stream }: Heard): void => stream.respond(headerBlock({ ":status": "200" }));
    await fc.assert(
      fc.asyncProperty(sessions, async ({ requests, secret, table, pieceSize }) => {
        const sent = requests.map((fieldsOfOne, call) => ({
          ...pseudo,
          ...Object.fromEntries(fieldsOfOne),
          ":path": `/${call % 3}`,
          "x-call": String(call),
        }));
        const client = { maxDeflateDynamicTableSize: table };
        await withClient({ ended, client, pieceSize }, async (session) => {
          const ask = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
            answerTo(session.client.request({ ...headers, [sensitiveHeaders]: [secret] }).end());
          await Promise.all(sent.map(ask));
          const read = sent.map((_, call) => Object.fromEntries(session.heard.get(call)?.headers ?? []));
          expect(read).toEqual(sent);
        });
      }),
      { numRuns: 60 },
    );
  });

  test.each([0, 1_000])(
    "a client that keeps only %i bytes of them reads answers",
    async (headerTableSize) => {
      const given = {
        headers: { "content-type": "text" },
        body: patterned(3),
        trailers: { "x-status": "0" },
      };
      const ended = (heard: Heard): void => answer(heard, given);
      await withClient({ ended, client: { settings: { headerTableSize } } }, async ({ client }) => {
        for (const call of [0, 1]) checkAnswer(await answerTo(client.request({ "x-call": call })), given);
      });
    },
  );
});

describe("bodies and answers", () => {
  const windows = fc.constantFrom(0, 1, 100, 10_000, 65_535, 1_000_000);
  const sizes = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 60_000 }));
  const fields = fc.dictionary(
    fc.stringMatching(/^x-[a-z]{1,5}$/),
    fc.oneof({ weight: 5, arbitrary: fc.stringMatching(/^[a-z]{0,9}$/) }, fc.constant("h".repeat(20_000))),
    { maxKeys: 2 },
  );
  const calls = fc.array(
    fc.record({
      fate: fc.constantFrom(
        "read",
        "read",
        "read",
        "reset at once",
        "reset in the body",
        "reset in the answer",
      ),
      pieces: fc.array(sizes.map(patterned), { maxLength: 5 }),
      size: fc.oneof({ weight: 9, arbitrary: sizes }, fc.constant(1_500_000)),
      headers: fields,
      trailers: fields,
      turnsBeforeAnswer: fc.integer({ min: 0, max: 3 }),
    }),
    { minLength: 1, maxLength: 10 },
  );
  type Call = (typeof calls extends fc.Arbitrary<(infer Each)[]> ? Each : never) & {
    readonly answer: Answer;
  };
  const sessions = fc
    .record({
      calls,
      /** The first from the beginning; the others while the answers wait. */
      windows: fc.tuple(
        windows,
        fc.array(windows, { maxLength: 4 }),
        windows.filter((size) => size > 0),
      ),
      maxFrameSize: fc.constantFrom(16_384, 20_000, 1_000_000),
      pieceSize: fc.constantFrom(undefined, undefined, 1_000),
    })
    .map(({ windows: [first, later, last], ...rest }) => {
      // A window of one byte takes a frame for each.
      const most = 200 * Math.min(...[first, ...later, last].filter((size) => size > 0));
      const withAnswer = (call: (typeof rest.calls)[number], index: number): Call => {
        const { headers, trailers, size } = call;
        return { ...call, answer: { headers, body: patterned(Math.min(size, most), index), trailers } };
      };
      return { ...rest, calls: rest.calls.map(withAnswer), first, later: [...later, last] };
    });

  async function ask(
    { client, heard }: Session,
    { fate, pieces, answer: given }: Call,
    call: number,
  ): Promise<void> {
    const request = client.request({ ":method": "POST", "x-call": call });
    const reset = (): void => request.close(constants.NGHTTP2_CANCEL);
    const end = answerTo(request);
    if (fate === "reset at once") reset();
    else for (const piece of pieces) request.write(piece);
    if (fate === "reset in the body") reset();
    else request.end();
    if (fate === "reset in the answer") request.once("data", reset);
    const got = await end;
    if (fate !== "read") return;
    checkAnswer(got, given);
    const one = heard.get(call);
    expect(one).toMatchObject({ ended: true, closed: 1 });
    checkBytes(Buffer.concat(one?.pieces ?? []), Buffer.concat(pieces));
  }

  async function changeWindows(client: ClientHttp2Session, sizes: readonly number[]): Promise<void> {
    for (const initialWindowSize of sizes)
      await new Promise<void>((applied) => client.settings({ initialWindowSize }, () => applied()));
  }

  test("all arrives whole, with any windows, beside streams that are reset", async () => {
    await fc.assert(
      fc.asyncProperty(sessions, async ({ calls: asked, first, later, maxFrameSize, pieceSize }) => {
        const ended = (heard: Heard, call: number): void => {
          const { turnsBeforeAnswer, answer: given } = asked[call] as Call;
          afterTurns(turnsBeforeAnswer, () => answer(heard, given));
        };
        const settings = { initialWindowSize: first, maxFrameSize };
        await withClient({ ended, client: { settings }, pieceSize }, async (session) => {
          const answered = asked.map((each, call) => ask(session, each, call));
          await Promise.all([...answered, changeWindows(session.client, later)]);
        });
      }),
      { numRuns: 40 },
    );
  });

  test("20 MiB arrive, and as many are answered", async () => {
    const body = patterned(20 * 1024 * 1024);
    const given = { headers: {}, body, trailers: {} };
    const ended = (heard: Heard): void => answer(heard, given);
    await withClient(
      { ended, client: { settings: { initialWindowSize: 10_000_000 } } },
      async ({ client, heard }) => {
        const request = client.request({ ":method": "POST", "x-call": 0 }).end(body);
        checkAnswer(await answerTo(request), given);
        checkBytes(Buffer.concat(heard.get(0)?.pieces ?? []), body);
      },
    );
  });

  test("an answer before the request has ended is read whole, and the rest of the request is not wanted", async () => {
    const given = { headers: { early: "yes" }, body: patterned(200_000), trailers: { "x-status": "0" } };
    const opened = (heard: Heard): void => answer(heard, given);
    await withClient({ opened }, async ({ client, heard }) => {
      const request = client.request({ ":method": "POST", "x-call": 0 });
      checkAnswer(await answerTo(request), given);
      expect(heard.get(0)).toMatchObject({ pieces: [], ended: false, closed: 1 });
    });
  });
});

function afterTurns(turns: number, run: () => void): void {
  if (turns === 0) run();
  else setImmediate(() => afterTurns(turns - 1, run));
}
