import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { certificate } from "../../src/model/kinds/certificate.ts";
import { sampleCertificates } from "../../src/resources/saml-provider/sample-certificates.ts";

const [pem, other] = sampleCertificates;
const normal = (text: string) => certificate.normal?.(text);
const problem = (text: string) => certificate.problem?.(text);
const body = pem.split("\n").slice(1, -2).join("\n");

const folder = mkdtempSync(join(tmpdir(), "docsform-certificates-"));
const made = (name: string, ...args: readonly string[]) => {
  execFileSync("openssl", [...args, "-out", join(folder, name)], { stdio: "pipe" });
  return readFileSync(join(folder, name), "utf8");
};
const texts: Record<string, string> = {};

beforeAll(() => {
  texts["key"] = made("key.pem", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024");
  const key = join(folder, "key.pem");
  texts["rsaKey"] = made("rsa.pem", "rsa", "-in", key, "-traditional");
  texts["encryptedKey"] = made("enc.pem", "pkcs8", "-topk8", "-in", key, "-passout", "pass:a");
  texts["ecKey"] = made("ec.pem", "ecparam", "-name", "prime256v1", "-genkey", "-noout");
  texts["publicKey"] = made("pub.pem", "pkey", "-in", key, "-pubout");
  texts["request"] = made("req.pem", "req", "-new", "-key", key, "-subj", "/CN=a");
  texts["short"] = made(
    "short.pem",
    "req",
    "-x509",
    "-key",
    key,
    "-days",
    "40",
    "-subj",
    "/CN=short.example",
  );
});

describe("forms of a certificate have one normal form", () => {
  test.each([
    ["line breaks of Windows", pem.replaceAll("\n", "\r\n")],
    ["line breaks as two characters", pem.replaceAll("\n", "\\n")],
    ["Windows line breaks as four characters", pem.replaceAll("\n", "\\r\\n")],
    ["one line", pem.replaceAll("\n", " ")],
    ["an indent", pem.replaceAll("\n", "\n    ")],
    ["no header and no footer", body],
    ["base64 in one line", body.replaceAll("\n", "")],
    ["no footer", pem.replace(/-----END.*/su, "")],
    ["text around it", `Bag Attributes\n    friendlyName: okta\n${pem}\nEnd.`],
    ["an older label", pem.replaceAll("CERTIFICATE", "X509 CERTIFICATE")],
    ["a public key beside it", `${pem}-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----\n`],
  ])("%s", (_what, text) => {
    expect(problem(text)).toBeUndefined();
    expect(normal(text)).toBe(pem);
    expect(normal(normal(text) ?? "")).toBe(pem);
  });

  test("another certificate has another one", () => {
    expect(normal(other)).toBe(other);
    expect(normal(other)).not.toBe(normal(pem));
  });
});

test.each(["key", "rsaKey", "encryptedKey", "ecKey"])(
  "a private key is no certificate, in every form: %s",
  (name) => {
    const key = texts[name] ?? "";
    const withoutHeader = key.split("\n").slice(1, -2).join("\n");
    for (const text of [key, key.replaceAll("\n", "\\n"), withoutHeader, pem + key, key + pem]) {
      expect(problem(text)).toContain("a private key, which docsform never sends. Give the certificate");
      expect(normal(text)).toBe(text);
    }
  },
);

test.each([
  ["publicKey", "this is a public key"],
  ["request", "this is a request for a certificate"],
])("the error says what a text is instead: %s", (name, words) => {
  expect(problem(texts[name] ?? "")).toContain(words);
});

test.each([
  ["./okta.pem", "looks like a path"],
  ["C:\\secrets\\okta", "looks like a path"],
  ["okta.crt\n", "looks like a path"],
  ["hello", "there is none in it"],
  [pem.replace(/^.{20}/mu, "-----BEGIN CERTIFICATE-----\n").slice(0, 200), "certificate"],
  [pem.replace("\nM", "\nX"), "cut off or damaged"],
  [
    "<EntityDescriptor><X509Certificate>MIIB</X509Certificate></EntityDescriptor>",
    "metadata of an identity provider",
  ],
])("%j is no certificate", (text, words) => {
  expect(problem(text)).toContain(words);
  expect(normal(text)).toBe(text);
});

test("people see subject, issuer, validity and the beginning of the fingerprint that openssl prints", () => {
  const printed = execFileSync("openssl", ["x509", "-noout", "-fingerprint", "-sha256"], {
    input: pem,
    encoding: "utf8",
  });
  const [, beginning] = /Fingerprint=((?:[0-9A-F]{2}:){7}[0-9A-F]{2})/u.exec(printed) ?? [];
  expect(certificate.shown(pem)).toBe(
    `O=Acme, CN=login.acme.example, issued by itself, valid from 2020-01-01 to 2120-01-01, SHA-256 ${beginning}…`,
  );
});

test("a warning comes 30 days before the end, and after it", () => {
  const short = texts["short"] ?? "";
  const [, end = ""] =
    /notAfter=(.*)/u.exec(
      execFileSync("openssl", ["x509", "-noout", "-enddate"], { input: short, encoding: "utf8" }),
    ) ?? [];
  const day = 24 * 60 * 60 * 1000;
  const at = (days: number) => certificate.warnings?.(short, Date.parse(end) + days * day);
  expect(at(-30.01)).toEqual([]);
  expect(at(-29.5)).toEqual([expect.stringContaining("CN=short.example ends on") as string]);
  expect(at(-29.5)?.[0]).toContain("in 29 days");
  expect(at(0.01)).toEqual([expect.stringContaining("ended on") as string]);
  expect(at(-41)).toEqual([expect.stringContaining("not valid before") as string]);
});

test("several certificates are told", () => {
  expect(certificate.warnings?.(pem + other, Date.parse("2030-01-01"))).toEqual([
    expect.stringContaining("2 certificates that are no chain") as string,
  ]);
});

describe("openssl finds a certificate exactly where docsform does", () => {
  const openssl = (der: Buffer): boolean => {
    try {
      execFileSync("openssl", ["x509", "-inform", "DER", "-noout"], {
        input: der,
        stdio: ["pipe", "pipe", "pipe"],
      });
      return true;
    } catch {
      return false;
    }
  };
  /** The documented repairs, written a second time. */
  const judged = (text: string): boolean => {
    const plain = text.split("\\r").join("\n").split("\\n").join("\n");
    const start = plain.indexOf("-----BEGIN CERTIFICATE-----");
    const end = plain.indexOf("-----END CERTIFICATE-----");
    const whole = start >= 0 && end > start;
    const inner = whole
      ? plain.slice(start + 27, end)
      : plain.trim().replace("-----BEGIN CERTIFICATE-----", "").replace("-----END CERTIFICATE-----", "");
    const base64 = inner.split(/\s+/u).join("");
    return /^[A-Za-z0-9+/]+={0,2}$/u.test(base64) && openssl(Buffer.from(base64, "base64"));
  };
  const edit = fc.oneof(
    fc.record({ at: fc.nat(pem.length - 1), put: fc.constantFrom("A", "/", "=", "-", "\n", " ", "\\n", "") }),
    fc.record({ at: fc.constantFrom(0, 27, 28, 40), put: fc.constantFrom("x", "\uFEFFtext\n", "\r\n") }),
  );

  test("for edited certificates", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(pem, body, pem.replaceAll("\n", "\\n")),
        fc.array(edit, { maxLength: 3 }),
        (base, edits) => {
          const text = edits.reduce((now, { at, put }) => now.slice(0, at) + put + now.slice(at + 1), base);
          expect(problem(text) === undefined, JSON.stringify(text)).toBe(judged(text));
        },
      ),
      { numRuns: 40, seed: 7 },
    );
  });
});
