import type { X509Certificate } from "node:crypto";
import { count } from "../../util/count.ts";
import { keepingNewest } from "../../util/keeping-newest.ts";
import { containsKey } from "../private-key.ts";
import type { ValueKind } from "../value-kind.ts";

/**
 * An X.509 certificate, or several, of which the first one signs. docsform repairs line breaks (also written as the two characters `\n`),
 * a missing header and footer, and leaves out the text around it.
 */
export const certificate: ValueKind = {
  mostCharacters: 100_000,
  normal: (text) => {
    const read = readCertificates(text);
    return "found" in read ? read.found.map(pemOf).join("") : text;
  },
  problem: (text) => {
    const read = readCertificates(text);
    return "problem" in read ? `must be the text of a certificate, but ${read.problem}` : undefined;
  },
  shown: (text) => {
    const read = readCertificates(text);
    return "found" in read ? read.found.map(described).join("; ") : "no certificate";
  },
  warnings: (text, now) => {
    const read = readCertificates(text);
    return "found" in read
      ? [...severalCertificates(read.found), ...read.found.flatMap((each) => outOfTime(each, now))]
      : [];
  },
};

type Certificates = readonly [X509Certificate, ...X509Certificate[]];
type Read = { readonly found: Certificates } | { readonly problem: string };

const readCertificates = keepingNewest(200, (text): Read => {
  if (containsKey(text))
    return { problem: `this contains a private key, which docsform never sends. ${giveIt}` };
  const repaired = text.replace(/\\r|\\n|\r/gu, "\n");
  const blocks = [...repaired.matchAll(block)].map(([, , body = ""]) => body);
  const bodies = blocks.length > 0 ? blocks : withoutHeader(repaired);
  const all = bodies.map(certificateIn);
  const found = all.filter((each) => each !== undefined);
  const [first, ...rest] = found;
  if (first === undefined || found.length < all.length)
    return { problem: problemOf(text.trim(), blocks.length > 0) };
  return { found: [first, ...rest] };
});

const block = /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----([^-]*)-----END \1-----/gu;

/** The base64 of a text that consists of nothing else, apart from a header or a footer. */
function withoutHeader(text: string): readonly string[] {
  const body = text.replace(
    /^\s*-----BEGIN (?:X509 )?CERTIFICATE-----|-----END (?:X509 )?CERTIFICATE-----\s*$/gu,
    "",
  );
  return isBase64(body) ? [body] : [];
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/u.test(text.replace(/\s+/gu, ""));
}

function certificateIn(body: string): X509Certificate | undefined {
  if (!isBase64(body)) return undefined;
  try {
    // Most layouts have no certificate, and loading this module takes longer than checking them.
    const { X509Certificate } = process.getBuiltinModule("node:crypto");
    return new X509Certificate(Buffer.from(body, "base64"));
  } catch {
    return undefined;
  }
}

/** The form that every reader of PEM accepts: lines of 64 characters. */
function pemOf({ raw }: X509Certificate): string {
  const lines = raw.toString("base64").match(/.{1,64}/gu) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

const giveIt =
  "Give the certificate, which begins with -----BEGIN CERTIFICATE-----, with !file in a layout, Fn.file(…) in an app, file(…) in Terraform";

/** What a text is that contains no certificate. */
function problemOf(text: string, hasBlock: boolean): string {
  if (hasBlock) return `the one in it is cut off or damaged. ${giveIt}`;
  const known = otherThings.find(([pattern]) => pattern.test(text));
  if (known !== undefined) return `this is ${known[1]}. ${giveIt}`;
  if (isPath(text))
    return "this looks like a path. Give the contents of the file: !file in a layout, Fn.file(…) in an app, file(…) in Terraform";
  return `there is none in it. ${giveIt}`;
}

const otherThings: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN (?:[A-Z0-9]+ )*PUBLIC KEY-----|^ssh-[a-z0-9]+ /u, "a public key"],
  [/-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----/u, "a request for a certificate"],
  [/-----BEGIN X509 CRL-----/u, "a list of revoked certificates"],
  [/-----BEGIN (?:PKCS7|CMS)-----/u, "a PKCS #7 bundle"],
  [
    /X509Certificate/u,
    "the metadata of an identity provider, and its element X509Certificate contains the certificate",
  ],
  [/^<(?:!doctype|html)/iu, "an HTML page"],
];

/** Whether a text is a path of a file. */
function isPath(text: string): boolean {
  if (/\s/u.test(text) || text.length > 500) return false;
  return (
    /^(?:~|[.]{0,2}[/]|[.]{1,2}\\|[A-Za-z]:)/u.test(text) || /[.](?:pem|crt|cert?|der|key|txt)$/iu.test(text)
  );
}

function described(each: X509Certificate): string {
  const issuer = each.issuer === each.subject ? "issued by itself" : `issued by ${nameIn(each.issuer)}`;
  return `${nameIn(each.subject)}, ${issuer}, valid from ${dayOf(each.validFrom)} to ${dayOf(each.validTo)}, SHA-256 ${beginningOf(each.fingerprint256)}`;
}

/** The first 8 bytes of a fingerprint, which nobody finds by trying. People compare them with the identity provider's or openssl's. */
function beginningOf(fingerprint: string): string {
  return `${fingerprint.slice(0, 8 * 3 - 1)}…`;
}

/** A distinguished name in one line. */
function nameIn(name: string): string {
  return name.trim().split("\n").join(", ") || "no name";
}

function dayOf(time: string): string {
  const at = new Date(time);
  return Number.isNaN(at.getTime()) ? time : at.toISOString().slice(0, 10);
}

/** A certificate is renewed before it ends, and people need some time for it. */
const warnBeforeMs = 30 * 24 * 60 * 60 * 1000;

function outOfTime(each: X509Certificate, now: number): readonly string[] {
  const name = nameIn(each.subject);
  const [from, to] = [Date.parse(each.validFrom), Date.parse(each.validTo)];
  if (now > to)
    return [
      `The certificate of ${name} ended on ${dayOf(each.validTo)}. People cannot log in with it. Renew it.`,
    ];
  if (now > to - warnBeforeMs) {
    const days = Math.floor((to - now) / (24 * 60 * 60 * 1000));
    return [
      `The certificate of ${name} ends on ${dayOf(each.validTo)}, in ${count(days, "day")}. Renew it before then.`,
    ];
  }
  return now < from ? [`The certificate of ${name} is not valid before ${dayOf(each.validFrom)}.`] : [];
}

function severalCertificates(found: Certificates): readonly string[] {
  const [first, ...rest] = found;
  if (rest.length === 0) return [];
  const isChain = found.every((each, at) => at === 0 || found[at - 1]?.checkIssued(each) === true);
  const name = nameIn(first.subject);
  return [
    isChain
      ? `The value is a chain of ${found.length} certificates. The first one, of ${name}, signs the logins.`
      : `The value has ${found.length} certificates that are no chain. Only the first one, of ${name}, signs the logins. Remove the others.`,
  ];
}
