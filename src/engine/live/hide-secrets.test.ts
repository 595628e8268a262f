import { describe, expect, test } from "vitest";
import { DocsformError } from "../../model/errors.ts";
import { hidingSecrets } from "./hide-secrets.ts";

const secret = "canary-0123456789-abcdefghij-klmnopqrst";

function reported(message: string): string {
  return (hidingSecrets(new DocsformError("http/conflict", message, { remedy: "Look." }), [secret]) as Error)
    .message;
}

describe("an error of the service", () => {
  test.each([
    { what: "repeats a secret", message: `The certificate ${secret} is bad.` },
    { what: "repeats a piece of one", message: `Bad: ${secret.slice(5, 25)}…` },
    { what: "breaks one into lines", message: `Bad: ${secret.slice(0, 12)}\n  ${secret.slice(12)}` },
  ])("that $what is shown without it", ({ message }) => {
    expect(reported(message)).toBe("(hidden: it repeats a secret)");
  });

  test("that repeats only a short text is shown unchanged", () => {
    expect(reported("Bad: canary-01")).toBe("Bad: canary-01");
  });
});
