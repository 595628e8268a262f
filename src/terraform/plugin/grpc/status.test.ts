import { expect, test } from "vitest";
import { encodeStatusMessage, timeoutMs } from "./status.ts";

test.each([
  { header: "1H", ms: 3_600_000 },
  { header: "250m", ms: 250 },
  { header: "99999999n", ms: 99.999999 },
  { header: "5S", ms: 5000 },
  { header: "123456789S", ms: undefined },
  { header: "5 S", ms: undefined },
  { header: undefined, ms: undefined },
])("the timeout $header is $ms ms", ({ header, ms }) => {
  const read = timeoutMs(header);
  expect(read === undefined ? undefined : Number(read.toFixed(6))).toBe(ms);
});

test("a status message carries only printable ASCII", () => {
  expect(encodeStatusMessage("100 %\nné")).toBe("100 %25%0An%C3%A9");
});
