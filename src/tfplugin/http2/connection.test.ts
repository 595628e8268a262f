import { Duplex, duplexPair } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { Http2Connection } from "./connection.ts";
import { headerBlock } from "./hpack.ts";
import type { Http2Stream } from "./stream.ts";

// The numbers and the bytes are RFC 9113's, not the server's own.

const types = [
  "DATA",
  "HEADERS",
  "PRIORITY",
  "RST_STREAM",
  "SETTINGS",
  "PUSH_PROMISE",
  "PING",
  "GOAWAY",
  "WINDOW_UPDATE",
  "CONTINUATION",
] as const;
type FrameType = (typeof types)[number];

const codes = [
  "NO_ERROR",
  "PROTOCOL_ERROR",
  "INTERNAL_ERROR",
  "FLOW_CONTROL_ERROR",
  "SETTINGS_TIMEOUT",
  "STREAM_CLOSED",
  "FRAME_SIZE_ERROR",
  "REFUSED_STREAM",
  "CANCEL",
  "COMPRESSION_ERROR",
  "CONNECT_ERROR",
  "ENHANCE_YOUR_CALM",
];

const ack = 0x1;
const endStream = 0x1;
const endHeaders = 0x4;
const padded = 0x8;
const priority = 0x20;

const headerTableSize = 1;
const initialWindowSize = 4;
const maxFrameSize = 5;

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

function frame(
  type: FrameType | number,
  flags: number,
  streamId: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const header = Buffer.alloc(9);
  header.writeUIntBE(payload.length, 0, 3);
  header[3] = typeof type === "number" ? type : types.indexOf(type);
  header[4] = flags;
  header.writeUInt32BE(streamId, 5);
  return Buffer.concat([header, payload]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** `POST /` over http, by the indexes of the static table. */
const post = hex("83 86 84");

const open = (streamId: number, block = post): Buffer => frame("HEADERS", endHeaders, streamId, block);
const ask = (streamId: number, block = post): Buffer =>
  frame("HEADERS", endHeaders | endStream, streamId, block);
const data = (streamId: number, text: string, flags = 0): Buffer =>
  frame("DATA", flags, streamId, Buffer.from(text));
const rstStream = (streamId: number): Buffer => frame("RST_STREAM", 0, streamId, uint32(8));
const windowUpdate = (streamId: number, increment: number): Buffer =>
  frame("WINDOW_UPDATE", 0, streamId, uint32(increment));
const settings = (...pairs: readonly (readonly [id: number, value: number])[]): Buffer =>
  frame(
    "SETTINGS",
    0,
    0,
    Buffer.concat(pairs.map(([id, value]) => Buffer.concat([Buffer.from([0, id]), uint32(value)]))),
  );

const start = Buffer.concat([preface, settings()]);

interface RawClient {
  /** Writes bytes and then a ping. Gives what the server told until it answered that, or until it closed. */
  readonly say: (...bytes: readonly Buffer[]) => Promise<readonly string[]>;
  /** What was heard of all streams. */
  readonly heard: readonly string[];
  readonly stream: (id: number) => Http2Stream;
  readonly failures: readonly Error[];
  readonly lose: (error?: Error) => Promise<void>;
}

interface Answering {
  readonly opened?: (stream: Http2Stream) => void;
  readonly data?: (stream: Http2Stream) => void;
  readonly end?: (stream: Http2Stream) => void;
}

function rawClient(answering: Answering = {}, pieceSize = Infinity): RawClient {
  const [near, far] = duplexPair();
  const heard: string[] = [];
  const failures: Error[] = [];
  const streams = new Map<number, Http2Stream>();
  new Http2Connection(far, {
    opened: (stream, headers) => {
      const own = [...headers]
        .filter(([name]) => !name.startsWith(":"))
        .map((field) => ` ${field.join(": ")}`);
      heard.push(`${stream.id} opens${own.join(",")}`);
      streams.set(stream.id, stream);
      answering.opened?.(stream);
      return {
        data: (piece) => {
          heard.push(`${stream.id} ${piece.toString()}`);
          answering.data?.(stream);
        },
        end: () => {
          heard.push(`${stream.id} ends`);
          answering.end?.(stream);
        },
        closed: () => heard.push(`${stream.id} is closed`),
      };
    },
    failed: (error) => failures.push(error),
  });
  let rest = Buffer.alloc(0);
  let told: string[] = [];
  let pings = 0;
  let answered = (): void => undefined;
  near.on("data", (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= 9 && rest.length >= 9 + rest.readUIntBE(0, 3)) {
      const size = 9 + rest.readUIntBE(0, 3);
      const text = textOf(rest.subarray(0, size));
      if (text === pong(pings)) answered();
      else told.push(text);
      rest = rest.subarray(size);
    }
  });
  const lost = new Promise<void>((resolve) => far.once("close", resolve));
  return {
    say: async (...bytes) => {
      pings += 1;
      const pinged = new Promise<void>((resolve) => {
        answered = resolve;
      });
      const all = Buffer.concat([...bytes, frame("PING", 0, 0, pingOf(pings))]);
      for (let at = 0; at < all.length; at += pieceSize)
        near.write(all.subarray(at, Math.min(at + pieceSize, all.length)));
      await Promise.race([pinged, lost]);
      const since = told;
      told = [];
      return since;
    },
    heard,
    stream: (id) => streams.get(id) as Http2Stream,
    failures,
    lose: async (error) => {
      far.destroy(error);
      await lost;
    },
  };
}

const pingOf = (count: number): Buffer => Buffer.concat([Buffer.from("ping"), uint32(count)]);
const pong = (count: number): string => `PING 0 ack ${pingOf(count).toString("hex")}`;

/** `DATA 1 ends 5 bytes`, `GOAWAY 0 PROTOCOL_ERROR after 1`. */
function textOf(bytes: Buffer): string {
  const type = types[bytes[3] as number];
  const flags = bytes[4] as number;
  const streamId = bytes.readUInt32BE(5);
  const payload = bytes.subarray(9);
  const words: Partial<Record<FrameType, () => string>> = {
    DATA: () => `${flags & endStream ? "ends " : ""}${payload.length} bytes`,
    HEADERS: () => `${flags & endStream ? "ends" : "begins"}${flags & endHeaders ? "" : ", goes on"}`,
    CONTINUATION: () => (flags & endHeaders ? "is whole" : "goes on"),
    RST_STREAM: () => String(codes[payload.readUInt32BE(0)]),
    GOAWAY: () => `${codes[payload.readUInt32BE(4)]} after ${payload.readUInt32BE(0)}`,
    WINDOW_UPDATE: () => String(payload.readUInt32BE(0)),
  };
  const said = type === undefined ? undefined : words[type];
  const word = said?.() ?? `${flags & ack ? "ack" : ""} ${payload.toString("hex")}`.trim();
  return `${type} ${streamId} ${word}`;
}

test("the server tells its settings and widens its window, and acknowledges the client's settings", async () => {
  expect(await rawClient().say(start)).toEqual([
    "SETTINGS 0 000300000400000400400000000600010000",
    "WINDOW_UPDATE 0 16711681",
    "SETTINGS 0 ack",
  ]);
});

describe("a client that breaks a rule is told which, and the connection ends", () => {
  test.each<{ what: string; sent: readonly Buffer[]; end: string }>([
    {
      what: "a request of HTTP/1",
      sent: [Buffer.from("GET / HTTP/1.1\r\n\r\n")],
      end: "PROTOCOL_ERROR after 0",
    },
    {
      what: "a preface that ends otherwise",
      sent: [Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r!")],
      end: "PROTOCOL_ERROR after 0",
    },
    { what: "a ping as the first frame", sent: [preface], end: "PROTOCOL_ERROR after 0" },
    {
      what: "a frame of 16,385 bytes, by its header",
      sent: [start, Buffer.from([0, 0x40, 1, 0, 0, 0, 0, 0, 1])],
      end: "FRAME_SIZE_ERROR after 0",
    },
    { what: "DATA of the connection", sent: [start, open(1), data(0, "a")], end: "PROTOCOL_ERROR after 1" },
    {
      what: "DATA of a stream of the server",
      sent: [start, open(3), data(2, "a")],
      end: "PROTOCOL_ERROR after 3",
    },
    {
      what: "DATA of a stream that never began",
      sent: [start, open(3), data(5, "")],
      end: "PROTOCOL_ERROR after 3",
    },
    {
      what: "DATA that is all padding",
      sent: [start, open(1), frame("DATA", padded, 1, hex("03 0000"))],
      end: "PROTOCOL_ERROR after 1",
    },
    {
      what: "padding without its length",
      sent: [start, open(1), frame("DATA", padded, 1)],
      end: "PROTOCOL_ERROR after 1",
    },
    { what: "HEADERS of the connection", sent: [start, open(0)], end: "PROTOCOL_ERROR after 0" },
    { what: "HEADERS of a stream of the server", sent: [start, open(2)], end: "PROTOCOL_ERROR after 0" },
    {
      what: "HEADERS that are all padding",
      sent: [start, frame("HEADERS", endHeaders | padded, 1, Buffer.concat([hex("04"), post]))],
      end: "PROTOCOL_ERROR after 0",
    },
    {
      what: "HEADERS too short for their priority",
      sent: [start, frame("HEADERS", endHeaders | priority, 1, Buffer.alloc(4))],
      end: "FRAME_SIZE_ERROR after 0",
    },
    {
      what: "PUSH_PROMISE",
      sent: [start, frame("PUSH_PROMISE", endHeaders, 1)],
      end: "PROTOCOL_ERROR after 0",
    },
    {
      what: "CONTINUATION of nothing",
      sent: [start, open(1), frame("CONTINUATION", endHeaders, 1)],
      end: "PROTOCOL_ERROR after 1",
    },
    {
      what: "CONTINUATION of another stream",
      sent: [start, frame("HEADERS", 0, 1, post), frame("CONTINUATION", endHeaders, 3)],
      end: "PROTOCOL_ERROR after 0",
    },
    {
      what: "another frame within a block of headers",
      sent: [start, frame("HEADERS", 0, 1, post), frame("PRIORITY", 0, 1, Buffer.alloc(5))],
      end: "PROTOCOL_ERROR after 0",
    },
    {
      what: "a frame that nobody knows within a block of headers",
      sent: [start, frame("HEADERS", 0, 1, post), frame(0xbb, 0, 0)],
      end: "PROTOCOL_ERROR after 0",
    },
    {
      what: "headers of 65,537 bytes",
      sent: [
        start,
        ...[0, 1, 2, 3].map((at) => frame(at === 0 ? "HEADERS" : "CONTINUATION", 0, 1, Buffer.alloc(16_384))),
        frame("CONTINUATION", 0, 1, Buffer.alloc(1)),
      ],
      end: "ENHANCE_YOUR_CALM after 0",
    },
    {
      what: "headers in empty pieces without end",
      sent: [start, frame("HEADERS", 0, 1), ...Array<Buffer>(1_024).fill(frame("CONTINUATION", 0, 1))],
      end: "ENHANCE_YOUR_CALM after 0",
    },
    {
      what: "headers of an empty table",
      sent: [start, open(1, hex("be"))],
      end: "COMPRESSION_ERROR after 0",
    },
    {
      what: "trailers of an empty table",
      sent: [start, open(1), ask(1, hex("be"))],
      end: "COMPRESSION_ERROR after 1",
    },
    {
      what: "headers of an empty table for a stream that has ended",
      sent: [start, open(1), rstStream(1), open(1, hex("be"))],
      end: "COMPRESSION_ERROR after 1",
    },
    {
      what: "RST_STREAM of another size",
      sent: [start, open(1), frame("RST_STREAM", 0, 1, Buffer.alloc(5))],
      end: "FRAME_SIZE_ERROR after 1",
    },
    { what: "RST_STREAM of the connection", sent: [start, rstStream(0)], end: "PROTOCOL_ERROR after 0" },
    { what: "RST_STREAM of what never began", sent: [start, rstStream(1)], end: "PROTOCOL_ERROR after 0" },
    { what: "SETTINGS of a stream", sent: [preface, frame("SETTINGS", 0, 1)], end: "PROTOCOL_ERROR after 0" },
    {
      what: "SETTINGS of another size",
      sent: [preface, frame("SETTINGS", 0, 0, Buffer.alloc(7))],
      end: "FRAME_SIZE_ERROR after 0",
    },
    {
      what: "SETTINGS that are acknowledged with some",
      sent: [start, frame("SETTINGS", ack, 0, Buffer.alloc(1))],
      end: "FRAME_SIZE_ERROR after 0",
    },
    {
      what: "SETTINGS of windows beyond 31 bits",
      sent: [preface, settings([initialWindowSize, 2 ** 31])],
      end: "FLOW_CONTROL_ERROR after 0",
    },
    {
      what: "SETTINGS of frames too small",
      sent: [preface, settings([maxFrameSize, 16_383])],
      end: "PROTOCOL_ERROR after 0",
    },
    {
      what: "SETTINGS of frames too large",
      sent: [preface, settings([maxFrameSize, 2 ** 24])],
      end: "PROTOCOL_ERROR after 0",
    },
    {
      what: "PING of a stream",
      sent: [start, frame("PING", 0, 1, pingOf(0))],
      end: "PROTOCOL_ERROR after 0",
    },
    {
      what: "PING of another size",
      sent: [start, frame("PING", 0, 0, Buffer.alloc(7))],
      end: "FRAME_SIZE_ERROR after 0",
    },
    {
      what: "WINDOW_UPDATE of another size",
      sent: [start, frame("WINDOW_UPDATE", 0, 0, Buffer.alloc(5))],
      end: "FRAME_SIZE_ERROR after 0",
    },
    { what: "WINDOW_UPDATE by nothing", sent: [start, windowUpdate(0, 0)], end: "PROTOCOL_ERROR after 0" },
    {
      what: "WINDOW_UPDATE of a stream by nothing, beside the reserved bit",
      sent: [start, open(1), windowUpdate(1, 2 ** 31)],
      end: "PROTOCOL_ERROR after 1",
    },
    {
      what: "WINDOW_UPDATE of what never began",
      sent: [start, windowUpdate(1, 1)],
      end: "PROTOCOL_ERROR after 0",
    },
    {
      what: "WINDOW_UPDATE of the connection beyond 31 bits",
      sent: [start, windowUpdate(0, 2 ** 31 - 65_535)],
      end: "FLOW_CONTROL_ERROR after 0",
    },
    {
      what: "WINDOW_UPDATE of a stream beyond 31 bits",
      sent: [start, open(1), windowUpdate(1, 2 ** 31 - 65_535)],
      end: "FLOW_CONTROL_ERROR after 1",
    },
    {
      what: "SETTINGS that widen a stream beyond 31 bits",
      sent: [start, open(1), windowUpdate(1, 2 ** 31 - 1 - 65_535), settings([initialWindowSize, 65_536])],
      end: "FLOW_CONTROL_ERROR after 1",
    },
  ])("$what", async ({ sent, end }) => {
    const { say, failures, heard } = rawClient();
    const told = await say(...sent, open(101));
    expect(told.at(-1)).toBe(`GOAWAY 0 ${end}`);
    expect(failures.length).toBe(1);
    expect(heard.filter((what) => what.endsWith("closed")).length).toBe(
      heard.filter((what) => what.endsWith("opens")).length,
    );
    expect(heard).not.toContain("101 opens");
  });
});

interface Survived {
  readonly what: string;
  readonly sent: readonly Buffer[];
  readonly told?: readonly string[];
  readonly heard?: readonly string[];
}

describe.each([
  { pieceSize: Infinity, pieces: "whole" },
  { pieceSize: 1, pieces: "byte by byte" },
])("what is allowed, $pieces", ({ pieceSize }) => {
  test.each<Survived>([
    { what: "a request", sent: [ask(1)], heard: ["1 opens", "1 ends"] },
    {
      what: "a body",
      sent: [open(1), data(1, "abc"), data(1, "de", endStream)],
      heard: ["1 opens", "1 abc", "1 de", "1 ends"],
    },
    {
      what: "empty DATA",
      sent: [open(1), data(1, ""), data(1, "", endStream)],
      heard: ["1 opens", "1 ", "1 ", "1 ends"],
    },
    { what: "trailers", sent: [open(1), data(1, "a"), ask(1)], heard: ["1 opens", "1 a", "1 ends"] },
    {
      what: "trailers that add to the table",
      sent: [open(1), ask(1, hex("40 0161 0162")), ask(3, hex("be"))],
      heard: ["1 opens", "1 ends", "3 opens a: b", "3 ends"],
    },
    {
      what: "headers in three frames",
      sent: [
        frame("HEADERS", endStream, 1, hex("00 01")),
        frame("CONTINUATION", 0, 1),
        frame("CONTINUATION", endHeaders, 1, hex("61 0162")),
      ],
      heard: ["1 opens a: b", "1 ends"],
    },
    {
      what: "padded HEADERS with a priority",
      sent: [frame("HEADERS", endHeaders | padded | priority, 1, hex("02 8000000003 000161 0162 0000"))],
      heard: ["1 opens a: b"],
    },
    {
      what: "HEADERS of nothing but a priority",
      sent: [frame("HEADERS", endHeaders | priority, 1, Buffer.alloc(5))],
      heard: ["1 opens"],
    },
    {
      what: "padded DATA",
      sent: [
        open(1),
        frame("DATA", padded, 1, hex("02 6162 0000")),
        frame("DATA", padded | endStream, 1, hex("00 63")),
      ],
      heard: ["1 opens", "1 ab", "1 c", "1 ends"],
    },
    {
      what: "the reserved bit of a stream's number",
      sent: [open(0x80000001), data(1, "a")],
      heard: ["1 opens", "1 a"],
    },
    { what: "RST_STREAM", sent: [open(1), rstStream(1)], heard: ["1 opens", "1 is closed"] },
    {
      what: "whatever comes for a stream that has ended",
      sent: [
        open(1),
        rstStream(1),
        data(1, "a"),
        windowUpdate(1, 1),
        rstStream(1),
        open(1, hex("40 0161 0162")),
        ask(3, hex("be")),
      ],
      heard: ["1 opens", "1 is closed", "3 opens a: b", "3 ends"],
    },
    {
      what: "streams that were passed over",
      sent: [open(5), data(1, "a"), open(3), open(7)],
      heard: ["5 opens", "7 opens"],
    },
    {
      what: "DATA after the end of a request",
      sent: [ask(1), data(1, "a"), data(1, "b")],
      told: ["RST_STREAM 1 STREAM_CLOSED"],
      heard: ["1 opens", "1 ends", "1 is closed"],
    },
    {
      what: "DATA after trailers",
      sent: [open(1), ask(1), data(1, "a")],
      told: ["RST_STREAM 1 STREAM_CLOSED"],
      heard: ["1 opens", "1 ends", "1 is closed"],
    },
    {
      what: "HEADERS after the end of a request",
      sent: [ask(1), ask(1)],
      told: ["RST_STREAM 1 STREAM_CLOSED"],
      heard: ["1 opens", "1 ends", "1 is closed"],
    },
    {
      what: "HEADERS in the middle of a request",
      sent: [open(1), open(1)],
      told: ["RST_STREAM 1 PROTOCOL_ERROR"],
      heard: ["1 opens", "1 is closed"],
    },
    {
      what: "a PING",
      sent: [frame("PING", 0, 0, hex("0102030405060708"))],
      told: ["PING 0 ack 0102030405060708"],
    },
    { what: "an answer to a PING", sent: [frame("PING", ack, 0, Buffer.alloc(8))] },
    { what: "an acknowledgement of SETTINGS", sent: [frame("SETTINGS", ack, 0)] },
    {
      what: "SETTINGS that nobody knows, and those that do not matter",
      sent: [
        settings(
          [0xbb, 7],
          [headerTableSize, 0],
          [maxFrameSize, 2 ** 24 - 1],
          [initialWindowSize, 2 ** 31 - 1],
        ),
      ],
      told: ["SETTINGS 0 ack"],
    },
    {
      what: "PRIORITY",
      sent: [frame("PRIORITY", 0, 9, Buffer.alloc(5)), ask(1)],
      heard: ["1 opens", "1 ends"],
    },
    {
      what: "GOAWAY, and what is still said",
      sent: [frame("GOAWAY", 0, 0, Buffer.alloc(8)), ask(1)],
      heard: ["1 opens", "1 ends"],
    },
    {
      what: "frames that nobody knows",
      sent: [frame(0xbb, 0xff, 0, Buffer.alloc(20)), open(1), frame(0xbb, 0xff, 1), data(1, "a")],
      heard: ["1 opens", "1 a"],
    },
    {
      what: "windows as large as may be",
      sent: [open(1), windowUpdate(0, 2 ** 31 - 1 - 65_535), windowUpdate(1, 2 ** 31 - 1 - 65_535)],
      heard: ["1 opens"],
    },
  ])("$what", async ({ sent, told = [], heard = [] }) => {
    const client = rawClient({}, pieceSize);
    await client.say(start);
    expect(await client.say(...sent)).toEqual(told);
    expect(client.heard).toEqual(heard);
    expect(client.failures).toEqual([]);
  });
});

test("beyond 1,024 streams a request is refused, but its headers are kept for the next", async () => {
  const client = rawClient();
  await client.say(start);
  const ids = Array.from({ length: 1_024 }, (_, index) => index * 2 + 1);
  expect(await client.say(...ids.map((id) => open(id)))).toEqual([]);
  expect(await client.say(open(2_049, hex("40 0161 0162")), data(2_049, "a"))).toEqual([
    "RST_STREAM 2049 REFUSED_STREAM",
  ]);
  expect(await client.say(rstStream(1), open(2_051, hex("be")))).toEqual([]);
  expect(client.heard.slice(1_024)).toEqual(["1 is closed", "2051 opens a: b"]);
});

test("headers of 64 KiB are read, in as many as 1,024 frames", async () => {
  const client = rawClient();
  const block = headerBlock({ long: "x".repeat(65_525) });
  expect(block.length).toBe(65_536);
  const last = 1_023;
  const frames = Array.from({ length: 1_024 }, (_, index) =>
    frame(
      index === 0 ? "HEADERS" : "CONTINUATION",
      index === last ? endHeaders : 0,
      1,
      block.subarray(index * 64, (index + 1) * 64),
    ),
  );
  await client.say(start, ...frames);
  expect(client.heard).toEqual([`1 opens long: ${"x".repeat(65_525)}`]);
});

describe("what the server lets a client send", () => {
  const half = 2 ** 20 * 2;

  test("is widened as it comes, padding included", async () => {
    const client = rawClient();
    await client.say(start, open(1));
    const padding = frame("DATA", padded, 1, Buffer.concat([Buffer.from([255]), Buffer.alloc(255)]));
    expect(await client.say(...Array<Buffer>(half / 256).fill(padding))).toEqual([]);
    expect(await client.say(padding)).toEqual([`WINDOW_UPDATE 1 ${half + 256}`]);
    expect(await client.say(...Array<Buffer>((3 * half) / 256 - 1).fill(padding))).toEqual([
      `WINDOW_UPDATE 1 ${half + 256}`,
      `WINDOW_UPDATE 1 ${half + 256}`,
    ]);
    expect(await client.say(padding)).toEqual([`WINDOW_UPDATE 0 ${4 * half + 256}`]);
  });

  test("is widened for the connection also by what comes for streams that have ended", async () => {
    const client = rawClient();
    await client.say(start, open(1), rstStream(1));
    const large = data(1, "x".repeat(16_384));
    expect(await client.say(...Array<Buffer>((4 * half) / 16_384).fill(large))).toEqual([]);
    expect(await client.say(large)).toEqual([`WINDOW_UPDATE 0 ${4 * half + 16_384}`]);
  });

  test("is not widened for a stream that ends with it", async () => {
    const client = rawClient();
    await client.say(start, open(1));
    const large = data(1, "x".repeat(16_384));
    await client.say(...Array<Buffer>(half / 16_384).fill(large));
    expect(await client.say(data(1, "x", endStream))).toEqual([]);
  });
});

const headers = headerBlock({ ":status": "200" });
const trailers = headerBlock({ "x-status": "0" });
const answerOf = (size: number) => (stream: Http2Stream) =>
  stream.respondWith(headers, Buffer.alloc(size), trailers);

describe("an answer", () => {
  test("waits for the window of its stream, which settings change, also to less than nothing", async () => {
    const { say } = rawClient({ end: answerOf(65_545) });
    await say(start);
    expect(await say(ask(1))).toEqual([
      "HEADERS 1 begins",
      "DATA 1 16384 bytes",
      "DATA 1 16384 bytes",
      "DATA 1 16384 bytes",
      "DATA 1 16383 bytes",
    ]);
    expect(await say(windowUpdate(0, 100_000))).toEqual([]);
    // To the client the settings hold from their acknowledgement on.
    expect(await say(settings([initialWindowSize, 65_540]))).toEqual(["SETTINGS 0 ack", "DATA 1 5 bytes"]);
    expect(await say(settings([initialWindowSize, 1_000]))).toEqual(["SETTINGS 0 ack"]);
    expect(await say(windowUpdate(1, 64_540))).toEqual([]);
    expect(await say(windowUpdate(1, 2))).toEqual(["DATA 1 2 bytes"]);
    expect(await say(windowUpdate(1, 3))).toEqual(["DATA 1 3 bytes", "HEADERS 1 ends"]);
  });

  test("waits for the window of the connection, behind those that came before", async () => {
    const { say } = rawClient({ end: answerOf(40_000) });
    await say(start, ask(1));
    expect(await say(ask(3), ask(5))).toEqual([
      "HEADERS 3 begins",
      "DATA 3 16384 bytes",
      "DATA 3 9151 bytes",
      "HEADERS 5 begins",
    ]);
    expect(await say(windowUpdate(0, 14_466))).toEqual([
      "DATA 3 14465 bytes",
      "HEADERS 3 ends",
      "DATA 5 1 bytes",
    ]);
    expect(await say(rstStream(5), windowUpdate(0, 40_000))).toEqual([]);
    expect(await say(ask(7))).toEqual([
      "HEADERS 7 begins",
      "DATA 7 16384 bytes",
      "DATA 7 16384 bytes",
      "DATA 7 7232 bytes",
      "HEADERS 7 ends",
    ]);
  });

  test("is given once, also while it waits or stays open", async () => {
    const answers: ((stream: Http2Stream) => void)[] = [
      (stream) => stream.respondOpen(headers),
      (stream) => stream.respond(headers),
      answerOf(5),
    ];
    const waiting = rawClient({
      end: (stream) => [answerOf(65_536), ...answers].forEach((give) => give(stream)),
    });
    await waiting.say(start);
    expect(await waiting.say(ask(1))).toEqual([
      "HEADERS 1 begins",
      ...Array<string>(3).fill("DATA 1 16384 bytes"),
      "DATA 1 16383 bytes",
    ]);
    expect(await waiting.say(windowUpdate(0, 9), windowUpdate(1, 9))).toEqual([
      "DATA 1 1 bytes",
      "HEADERS 1 ends",
    ]);
    const open = rawClient({ end: (stream) => answers.forEach((give) => give(stream)) });
    await open.say(start);
    expect(await open.say(ask(1))).toEqual(["HEADERS 1 begins"]);
    expect(open.heard).toEqual(["1 opens", "1 ends"]);
  });

  test("without a body needs no window", async () => {
    const { say } = rawClient({ end: answerOf(0) });
    await say(preface, settings([initialWindowSize, 0]));
    expect(await say(ask(1))).toEqual(["HEADERS 1 begins", "HEADERS 1 ends"]);
  });

  test("is in frames as large as the client takes them", async () => {
    const { say } = rawClient({ end: answerOf(45_000) });
    await say(preface, settings([maxFrameSize, 20_000]));
    expect(await say(ask(1))).toEqual([
      "HEADERS 1 begins",
      "DATA 1 20000 bytes",
      "DATA 1 20000 bytes",
      "DATA 1 5000 bytes",
      "HEADERS 1 ends",
    ]);
  });

  test("has headers in as many frames as they need", async () => {
    const block = Buffer.alloc(32_768);
    const { say } = rawClient({ opened: (stream) => stream.respond(block), end: answerOf(1) });
    await say(start);
    expect(await say(ask(1))).toEqual(["HEADERS 1 ends, goes on", "CONTINUATION 1 is whole"]);
    await say(settings([maxFrameSize, 16_385]));
    expect(await say(ask(3))).toEqual(["HEADERS 3 ends, goes on", "CONTINUATION 3 is whole"]);
    await say(settings([maxFrameSize, 16_384]), settings([maxFrameSize, 32_768]));
    expect(await say(ask(5))).toEqual(["HEADERS 5 ends"]);
  });

  test("before the end of a request ends the request as well", async () => {
    const { say } = rawClient({ data: answerOf(0) });
    await say(start);
    const whole = ["HEADERS 1 begins", "HEADERS 1 ends", "RST_STREAM 1 NO_ERROR"];
    expect(await say(open(1), data(1, "a"), data(1, "b", endStream))).toEqual(whole);
    // Where the request has ended there is nothing to end.
    expect(await say(open(3), data(3, "a", endStream))).toEqual(["HEADERS 3 begins", "HEADERS 3 ends"]);
  });
});

/** What may happen in the life of a stream; each must end it once. */
describe("a listener hears once that its stream is over, and then nothing", () => {
  const lives: readonly {
    readonly what: string;
    readonly answering?: Answering;
    readonly live: (client: RawClient) => Promise<unknown>;
    readonly heard: readonly string[];
  }[] = [
    {
      what: "answered",
      answering: { end: answerOf(5) },
      live: ({ say }) => say(ask(1)),
      heard: ["1 opens", "1 ends", "1 is closed"],
    },
    {
      what: "answered later",
      live: async ({ say, stream }) => {
        await say(ask(1));
        answerOf(5)(stream(1));
        await say();
      },
      heard: ["1 opens", "1 ends", "1 is closed"],
    },
    {
      what: "answered with headers alone",
      answering: { end: (stream) => stream.respond(headers) },
      live: ({ say }) => say(ask(1)),
      heard: ["1 opens", "1 ends", "1 is closed"],
    },
    {
      what: "answered as it opens",
      answering: { opened: answerOf(5) },
      live: ({ say }) => say(ask(1)),
      heard: ["1 opens", "1 is closed"],
    },
    {
      what: "answered at the first piece",
      answering: { data: answerOf(5) },
      live: ({ say }) => say(open(1), data(1, "a"), data(1, "b"), ask(1)),
      heard: ["1 opens", "1 a", "1 is closed"],
    },
    {
      what: "answered at the last piece",
      answering: { data: answerOf(5) },
      live: ({ say }) => say(open(1), data(1, "a", endStream)),
      heard: ["1 opens", "1 a", "1 is closed"],
    },
    {
      what: "answered, as far as a window allowed, and then wholly",
      answering: { end: answerOf(70_000) },
      live: ({ say }) => say(ask(1), windowUpdate(0, 9_000), windowUpdate(1, 9_000)),
      heard: ["1 opens", "1 ends", "1 is closed"],
    },
    {
      what: "reset by the client",
      live: ({ say }) => say(open(1), data(1, "a"), rstStream(1)),
      heard: ["1 opens", "1 a", "1 is closed"],
    },
    {
      what: "reset by the client while its answer waits",
      answering: { end: answerOf(70_000) },
      live: ({ say }) => say(ask(1), rstStream(1)),
      heard: ["1 opens", "1 ends", "1 is closed"],
    },
    {
      what: "reset by the client while its answer stays open",
      answering: { opened: (stream) => stream.respondOpen(headers) },
      live: ({ say }) => say(ask(1), rstStream(1)),
      heard: ["1 opens", "1 ends", "1 is closed"],
    },
    {
      what: "reset by the server",
      live: ({ say }) => say(ask(1), data(1, "a")),
      heard: ["1 opens", "1 ends", "1 is closed"],
    },
    {
      what: "ended with its connection",
      live: async ({ say, lose }) => {
        await say(open(1), data(1, "a"));
        await lose();
      },
      heard: ["1 opens", "1 a", "1 is closed"],
    },
    {
      what: "ended with its connection while its answer waits",
      answering: { end: answerOf(70_000) },
      live: async ({ say, lose }) => {
        await say(ask(1));
        await lose(new Error("It broke."));
      },
      heard: ["1 opens", "1 ends", "1 is closed"],
    },
    {
      what: "ended with its connection while its answer stays open",
      answering: { end: (stream) => stream.respondOpen(headers) },
      live: async ({ say, lose }) => {
        await say(ask(1));
        await lose();
      },
      heard: ["1 opens", "1 ends", "1 is closed"],
    },
    {
      what: "ended by what another stream did wrong",
      live: ({ say }) => say(open(1), windowUpdate(0, 0), data(1, "a")),
      heard: ["1 opens", "1 is closed"],
    },
  ];

  test.each(lives)("$what", async ({ answering, live, heard }) => {
    const client = rawClient(answering);
    await client.say(start);
    await live(client);
    expect(client.heard).toEqual(heard);
    // It is too late for an answer of any kind, and for whatever the client may still say.
    const stream = client.stream(1);
    answerOf(5)(stream);
    stream.respond(headers);
    stream.respondOpen(headers);
    const late = [data(1, "late"), windowUpdate(1, 70_000), windowUpdate(0, 70_000), rstStream(1)];
    expect(await client.say(...late)).toEqual([]);
    await client.lose();
    answerOf(5)(stream);
    expect(client.heard).toEqual(heard);
  });
});

test("a connection that breaks is told of", async () => {
  const { say, lose, failures } = rawClient();
  await say(start, open(1));
  const error = new Error("It broke.");
  await lose(error);
  expect(failures).toEqual([error]);
});

test("what a listener throws is not told to the client as a fault of its own", () => {
  const [, far] = duplexPair();
  const failures: Error[] = [];
  new Http2Connection(far, {
    opened: () => {
      throw new TypeError("It failed.");
    },
    failed: (error) => failures.push(error),
  });
  expect(() => far.emit("data", Buffer.concat([start, ask(1)]))).toThrow("It failed.");
  expect(failures).toEqual([]);
});

interface SlowSocket {
  readonly socket: Duplex;
  readonly stream: (id: number) => Http2Stream;
  /** What has been written and has not left. */
  readonly writes: Buffer[];
  /** Lets the oldest of it leave. */
  readonly leave: () => Promise<void>;
}

/** A connection from which nothing leaves until it is let go, with the requests 1 and 3 in it. */
async function slowSocket(): Promise<SlowSocket> {
  const writes: Buffer[] = [];
  const streams = new Map<number, Http2Stream>();
  let left: ((error?: Error) => void) | undefined;
  const socket = new Duplex({
    read: () => undefined,
    write: (bytes: Buffer, _, done) => {
      writes.push(bytes);
      left = done;
    },
    destroy: (error, done) => {
      left?.(new Error("It was lost."));
      done(error);
    },
    writableHighWaterMark: 1_000,
  });
  new Http2Connection(socket, {
    opened: (stream) => {
      streams.set(stream.id, stream);
      return { data: () => undefined, end: () => undefined, closed: () => undefined };
    },
    failed: () => undefined,
  });
  const leave = async (): Promise<void> => {
    writes.shift();
    left?.();
    await setImmediate();
  };
  socket.push(Buffer.concat([start, ask(1), ask(3)]));
  await setImmediate();
  // The server's settings, and its answer to the client's.
  while (writes.length > 0) await leave();
  return { socket, stream: (id) => streams.get(id) as Http2Stream, writes, leave };
}

describe("what leaves a connection", () => {
  test("the reason of its end does, and what comes meanwhile is not read", async () => {
    const { socket, stream, writes, leave } = await slowSocket();
    socket.push(windowUpdate(0, 0));
    await setImmediate();
    socket.push(ask(5));
    await setImmediate();
    expect(writes.map(textOf)).toEqual(["GOAWAY 0 PROTOCOL_ERROR after 3"]);
    expect([stream(5), socket.destroyed]).toEqual([undefined, false]);
    await leave();
    expect(socket.destroyed).toBe(true);
  });

  test("what is said in one turn leaves in one write, and so does what is said while one leaves", async () => {
    const { socket, stream, writes, leave } = await slowSocket();
    const sizes = (): readonly number[] => writes.map((bytes) => bytes.length);
    socket.push(frame("PING", 0, 0, pingOf(1)));
    await setImmediate();
    expect(sizes()).toEqual([17]);
    answerOf(5)(stream(1));
    await setImmediate();
    answerOf(5)(stream(3));
    await leave();
    const answered = headers.length + trailers.length + 5 + 3 * 9;
    expect(sizes()).toEqual([2 * answered]);
    await leave();
    socket.push(Buffer.concat([ask(5), ask(7)]));
    await setImmediate();
    answerOf(5)(stream(5));
    await Promise.resolve().then(() => answerOf(5)(stream(7)));
    await setImmediate();
    expect(sizes()).toEqual([2 * answered]);
  });

  test("what is to run after an answer runs when the answer has left", async () => {
    const { stream, writes, leave } = await slowSocket();
    const ran: string[] = [];
    answerOf(5)(stream(1));
    stream(1).afterWrite(() => ran.push("after 1"));
    await setImmediate();
    answerOf(5)(stream(3));
    stream(3).afterWrite(() => ran.push("after 3"));
    await setImmediate();
    expect([ran, writes.length]).toEqual([[], 1]);
    await leave();
    expect([ran, writes.length]).toEqual([["after 1"], 1]);
    await leave();
    expect([ran, writes.length]).toEqual([["after 1", "after 3"], 0]);
  });

  test("also when that is asked for while it leaves", async () => {
    const { stream, leave } = await slowSocket();
    const ran: string[] = [];
    answerOf(5)(stream(1));
    await setImmediate();
    stream(1).afterWrite(() => ran.push("after"));
    await leave();
    await leave();
    expect(ran).toEqual(["after"]);
  });

  test("also when the answer waits for a window", async () => {
    const { socket, stream, writes, leave } = await slowSocket();
    const ran: string[] = [];
    answerOf(70_000)(stream(1));
    stream(1).afterWrite(() => ran.push("first"));
    stream(1).afterWrite(() => ran.push("second"));
    await setImmediate();
    await leave();
    expect([ran, writes.length]).toEqual([[], 0]);
    socket.push(Buffer.concat([windowUpdate(0, 10_000), windowUpdate(1, 10_000)]));
    await setImmediate();
    expect([ran, writes.length]).toEqual([[], 1]);
    await leave();
    expect(ran).toEqual(["first", "second"]);
  });

  test.each([
    { what: "before it is written", turns: 0 },
    { what: "before it has left", turns: 1 },
  ])("but not when the connection is lost $what", async ({ turns }) => {
    const { socket, stream, writes } = await slowSocket();
    const ran: string[] = [];
    answerOf(5)(stream(1));
    stream(1).afterWrite(() => ran.push("after"));
    if (turns > 0) await setImmediate();
    expect(writes.length).toBe(turns);
    socket.destroy();
    await setImmediate();
    expect(ran).toEqual([]);
  });

  test("a client that does not read is not read from", async () => {
    const { socket, writes, leave } = await slowSocket();
    const pings = 70_000;
    socket.push(frame("PING", 0, 0, pingOf(1)));
    await setImmediate();
    expect([writes.length, socket.isPaused()]).toEqual([1, false]);
    socket.push(Buffer.concat(Array.from({ length: pings }, () => frame("PING", 0, 0, pingOf(1)))));
    await setImmediate();
    expect(socket.isPaused()).toBe(true);
    await leave();
    expect([writes.map((bytes) => bytes.length), socket.isPaused()]).toEqual([[pings * 17], false]);
  });
});
