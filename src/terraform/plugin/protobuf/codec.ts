import { WireError, WireReader, type WireType, WireWriter, wireTypes } from "./wire-format.ts";

/**
 * The codec of a message, with two compile-time shapes. Decoding returns `Out`: every field is present, and a sub-message may be
 * undefined. Encoding accepts `In`: any field may be absent.
 */
export interface MessageType<Out, In> {
  readonly fields: readonly NamedField[];
  readonly byNumber: readonly (NamedField | undefined)[];
  readonly shapes?: { readonly out: Out; readonly in: In };
}

/** The result of decoding a message of the type. */
export type Decoded<T> = T extends MessageType<infer Out, infer _> ? Out : never;

/** The input for encoding a message of the type. */
export type Encodable<T> = T extends MessageType<infer _, infer In> ? In : never;

/** A field: its number, and how to encode its values. */
export interface MessageField<Out, In> {
  readonly number: number;
  readonly wireType: WireType;
  /** Writes a value after its tag. For a repeated field, it runs once for each element. */
  readonly write: (writer: WireWriter, value: never) => void;
  readonly read: (reader: WireReader) => unknown;
  /** The decoded value of an absent field. */
  readonly initial: () => unknown;
  readonly cardinality: "single" | "repeated" | "map";
  /** Whether the value is the default of a field with implicit presence, so that the encoder omits it. */
  readonly omits: (value: never) => boolean;
  readonly shapes?: { readonly out: Out; readonly in: In };
}

interface NamedField extends MessageField<unknown, unknown> {
  readonly name: string;
  readonly write: (writer: WireWriter, value: unknown) => void;
  readonly omits: (value: unknown) => boolean;
}

type AnyFields = Readonly<Record<string, MessageField<unknown, unknown>>>;
type OutOf<F> = F extends MessageField<infer Out, infer _> ? Out : never;
type InOf<F> = F extends MessageField<infer _, infer In> ? In : never;
type OutShape<F extends AnyFields> = { readonly [K in keyof F]: OutOf<F[K]> };
type InShape<F extends AnyFields> = { readonly [K in keyof F]?: InOf<F[K]> | undefined };

/** Declares a message by its fields. */
export function defineMessage<const F extends AnyFields>(fields: F): MessageType<OutShape<F>, InShape<F>> {
  const namedFields = Object.entries(fields).map(([name, field]) => ({ ...field, name }) as NamedField);
  const byNumber: (NamedField | undefined)[] = [];
  for (const field of namedFields) byNumber[field.number] = field;
  return { fields: namedFields, byNumber };
}

/** Declares a message with an explicit shape. A message that nests in itself needs one. */
export function defineShape<Shape>(fields: AnyFields): MessageType<Shape, Shape> {
  return defineMessage(fields) as MessageType<unknown, unknown> as MessageType<Shape, Shape>;
}

/** Encodes a message after `headroom` bytes, which the caller fills. */
export function encodeMessage<In>(type: MessageType<unknown, In>, value: In, headroom = 0): Buffer {
  const writer = new WireWriter(512);
  for (let index = 0; index < headroom; index += 1) writer.byte(0);
  writeFields(writer, type, value as Readonly<Record<string, unknown>>);
  return writer.finish();
}

/** Decodes a message. Throws {@link WireError} if the bytes are malformed. Fields of bytes are views of the given bytes. */
export function decodeMessage<Out>(type: MessageType<Out, unknown>, bytes: Uint8Array): Out {
  return readFields(new WireReader(bytes), type) as Out;
}

type AnyMessage = Pick<MessageType<unknown, unknown>, "fields" | "byNumber">;

function writeFields(writer: WireWriter, type: AnyMessage, message: Readonly<Record<string, unknown>>): void {
  for (const field of type.fields) {
    const value = message[field.name];
    if (value !== undefined) writeField(writer, field, value);
  }
}

function writeField(writer: WireWriter, field: NamedField, value: unknown): void {
  for (const element of elementsOf(field, value)) {
    writer.tag(field.number, field.wireType);
    field.write(writer, element);
  }
}

/** The elements of a value. The wire format has a field for each of them. */
function elementsOf({ cardinality, omits }: NamedField, value: unknown): readonly unknown[] {
  switch (cardinality) {
    case "repeated":
      return value as readonly unknown[];
    case "map":
      return Object.entries(value as object);
    case "single":
      return omits(value) ? [] : [value];
  }
}

function readFields(reader: WireReader, type: AnyMessage): Record<string, unknown> {
  const message: Record<string, unknown> = {};
  for (const field of type.fields) message[field.name] = field.initial();
  while (!reader.atEnd) {
    const tag = reader.varint32();
    const [number, wireType] = [tag >>> 3, tag & 7];
    const field = type.byNumber[number];
    if (number === 0) throw new WireError("a field has the number 0");
    if (field === undefined || field.wireType !== wireType) reader.skip(wireType);
    else readField(reader, field, message);
  }
  return message;
}

function readField(reader: WireReader, field: NamedField, message: Record<string, unknown>): void {
  const value = field.read(reader);
  if (field.cardinality === "single") {
    message[field.name] = value;
  } else if (field.cardinality === "repeated") {
    (message[field.name] as unknown[]).push(value);
  } else {
    const [key, entry] = value as [string, unknown];
    (message[field.name] as Record<string, unknown>)[key] = entry;
  }
}

function single<T>(
  number: number,
  wireType: WireType,
  scalar: {
    read: (reader: WireReader) => T;
    write: (writer: WireWriter, value: T) => void;
    initial: T;
    omits: (value: T) => boolean;
  },
): MessageField<T, T> {
  return { number, wireType, cardinality: "single", ...scalar, initial: () => scalar.initial };
}

const readText = (reader: WireReader): string => reader.text();

function writeText(writer: WireWriter, value: string): void {
  writer.nested(() => writer.utf8(value));
}

function writeBytes(writer: WireWriter, value: Uint8Array): void {
  writer.varint32(value.length);
  writer.bytes(value);
}

/** Text. Absent: "". */
export function text(number: number): MessageField<string, string> {
  return single(number, wireTypes.lengthDelimited, {
    read: readText,
    write: writeText,
    initial: "",
    omits: (value) => value === "",
  });
}

const noBytes = new Uint8Array(0);

/** Bytes. Absent: empty. */
export function bytes(number: number): MessageField<Uint8Array, Uint8Array> {
  return single<Uint8Array>(number, wireTypes.lengthDelimited, {
    read: (reader) => reader.bytes(),
    write: writeBytes,
    initial: noBytes,
    omits: (value) => value.length === 0,
  });
}

/** A boolean. Absent: false. */
export function bool(number: number): MessageField<boolean, boolean> {
  return single(number, wireTypes.varint, {
    read: (reader) => reader.varint64() !== 0n,
    write: (writer, value) => writer.byte(value ? 1 : 0),
    initial: false,
    omits: (value) => !value,
  });
}

/** A signed integer. Absent: 0. */
export function int64(number: number): MessageField<number, number> {
  return single(number, wireTypes.varint, {
    read: readInteger,
    write: writeInteger,
    initial: 0,
    omits: (value) => value === 0,
  });
}

function readInteger(reader: WireReader): number {
  return Number(BigInt.asIntN(64, reader.varint64()));
}

function writeInteger(writer: WireWriter, value: number): void {
  writer.varint64(BigInt(value));
}

/** One of some names, encoded by their index. Absent, or an index without a name: the first one. */
export function enumeration<const Names extends readonly [string, ...string[]]>(
  number: number,
  names: Names,
): MessageField<Names[number], Names[number]> {
  return single<Names[number]>(number, wireTypes.varint, {
    read: (reader) => names[reader.varint32()] ?? names[0],
    write: (writer, value) => writer.varint32(names.indexOf(value)),
    initial: names[0],
    omits: (value) => value === names[0],
  });
}

/** A field with explicit presence: the encoder writes defaults, and an absent field decodes to undefined. */
export function explicit<Out, In>(field: MessageField<Out, In>): MessageField<Out | undefined, In> {
  return { ...field, initial: () => undefined, omits: () => false } as MessageField<Out | undefined, In>;
}

/** A message within a message. Absent: undefined. The type is a function because types refer to each other. */
export function message<Out, In>(
  number: number,
  type: () => MessageType<Out, In>,
): MessageField<Out | undefined, In> {
  return {
    number,
    wireType: wireTypes.lengthDelimited,
    cardinality: "single",
    read: (reader) => reader.nested((inner) => readFields(inner, type())),
    write: (writer: WireWriter, value: In) =>
      writer.nested(() => writeFields(writer, type(), value as Readonly<Record<string, unknown>>)),
    initial: () => undefined,
    omits: () => false,
  };
}

/** Messages in their order. Absent: empty. */
export function repeated<Out, In>(
  number: number,
  type: () => MessageType<Out, In>,
): MessageField<readonly Out[], readonly In[]> {
  return { ...message(number, type), cardinality: "repeated", initial: () => [] } as MessageField<
    readonly Out[],
    readonly In[]
  >;
}

/** Messages by name. Absent: empty. */
export function mapOf<Out, In>(
  number: number,
  type: () => MessageType<Out, In>,
): MessageField<Readonly<Record<string, Out>>, Readonly<Record<string, In>>> {
  return mapField(number, message(2, type));
}

function mapField<Out, In>(
  number: number,
  valueField: MessageField<Out | undefined, In>,
): MessageField<Readonly<Record<string, Out>>, Readonly<Record<string, In>>> {
  // On the wire a map is a repeated message of a key (1) and a value (2).
  const entry = defineMessage({ key: text(1), value: valueField });
  return {
    number,
    wireType: wireTypes.lengthDelimited,
    cardinality: "map",
    read: (reader) =>
      reader.nested((inner) => {
        const { key, value } = readFields(inner, entry);
        return [key, value];
      }),
    write: (writer: WireWriter, [key, value]: [string, In]) =>
      writer.nested(() => writeFields(writer, entry, { key, value })),
    initial: () => Object.create(null),
    omits: () => false,
  };
}
