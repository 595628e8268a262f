import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A key, and a certificate for it that is signed with the key itself. */
export interface SelfSigned {
  /** Private key: PKCS #8, PEM. */
  readonly keyPem: string;
  readonly certificatePem: string;
  readonly certificateDer: Buffer;
}

/**
 * Creates a P-256 certificate for `localhost`, for one connection. It is encoded by hand, because libraries for certificates take
 * longer to load than the provider takes to start.
 */
export function selfSignedCertificate(now: number): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const body = certificateBody(publicKey, now);
  const signature = sign("sha256", body, privateKey);
  const certificateDer = sequence(body, ecdsaWithSha256, bitString(signature));
  return {
    keyPem: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    certificatePem: pemOf(certificateDer),
    certificateDer,
  };
}

const hour = 3_600_000;
const year = 365 * 24 * hour;

function certificateBody(publicKey: KeyObject, now: number): Buffer {
  const spki = publicKey.export({ type: "spki", format: "der" });
  return sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(serialNumber(spki)),
    ecdsaWithSha256,
    localhostName,
    // Valid from an hour ago, because the clock may be set while a provider starts.
    sequence(time(now - hour), time(now + year)),
    localhostName,
    spki,
    tagged(0xa3, sequence(subjectAlternativeName, basicConstraints)),
  );
}

/** A serial number: positive, not zero, and different for each key. */
function serialNumber(spki: Buffer): Buffer {
  const digest = createHash("sha256").update(spki).digest().subarray(0, 16);
  digest[0] = ((digest[0] as number) & 0x7f) | 0x40;
  return digest;
}

const ecdsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const localhostName = sequence(
  tagged(0x31, sequence(objectId(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from("localhost")))),
);
// Go matches the name "localhost" against the alternative names only.
const subjectAlternativeName = sequence(
  objectId(0x55, 0x1d, 0x11),
  octetString(sequence(tagged(0x82, Buffer.from("localhost")))),
);
// Critical, CA: the client accepts this very certificate as its only root.
const basicConstraints = sequence(
  objectId(0x55, 0x1d, 0x13),
  tagged(0x01, Buffer.from([0xff])),
  octetString(sequence(tagged(0x01, Buffer.from([0xff])))),
);

function tagged(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content]);
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  if (length <= 0xff) return [0x81, length];
  return [0x82, length >> 8, length & 0xff];
}

function sequence(...contents: readonly Buffer[]): Buffer {
  return tagged(0x30, ...contents);
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function objectId(...bytes: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

function octetString(content: Buffer): Buffer {
  return tagged(0x04, content);
}

function bitString(content: Buffer): Buffer {
  return tagged(0x03, Buffer.from([0]), content);
}

/** X.509 requires two digits for years to 2049, and four for later ones. */
function time(ms: number): Buffer {
  const digits = `${new Date(ms).toISOString().slice(0, 19).replace(/[-T:]/g, "")}Z`;
  return Number(digits.slice(0, 4)) < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits));
}

function pemOf(der: Buffer): string {
  const lines = der.toString("base64").replace(/.{64}(?=.)/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
