import { createPrivateKey, X509Certificate } from "node:crypto";
import { describe, expect, test } from "vitest";
import { selfSignedCertificate } from "./own-certificate.ts";

const now = Date.UTC(2026, 10, 21);

describe("a certificate", () => {
  test("is self-signed, for localhost", () => {
    const own = selfSignedCertificate(now);
    const certificate = new X509Certificate(own.certificatePem);
    expect(certificate.raw.equals(own.certificateDer)).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(own.keyPem))).toBe(true);
    expect(certificate.checkHost("localhost", { subject: "never" })).toBe("localhost");
    expect(certificate.ca).toBe(true);
  });

  test("is valid now, an hour ago and next month, but not forever", () => {
    const { validFrom, validTo } = new X509Certificate(selfSignedCertificate(now).certificatePem);
    expect(Date.parse(validFrom)).toBe(now - 3_600_000);
    expect(Date.parse(validTo)).toBe(now + 365 * 24 * 3_600_000);
  });

  test("has four digits of the year after 2049", () => {
    const later = Date.UTC(2051, 0, 1);
    const { validFrom } = new X509Certificate(selfSignedCertificate(later).certificatePem);
    expect(Date.parse(validFrom)).toBe(later - 3_600_000);
  });

  test("is different each time, with another serial number", () => {
    const serials = [1, 2, 3].map(
      () => new X509Certificate(selfSignedCertificate(now).certificatePem).serialNumber,
    );
    expect(new Set(serials).size).toBe(3);
  });
});
