import { expect, onTestFinished, test } from "vitest";
import { archive } from "../../tools/release/archive.ts";

test("the same files give the same archive at another time and in another time zone", async () => {
  const files = {
    "a.exe": { content: Buffer.from("code".repeat(1_000)), isExecutable: true },
    LICENSE: { content: Buffer.from("text") },
  } as const;
  const before = process.env["TZ"];
  onTestFinished(() => {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  });
  process.env["TZ"] = "Pacific/Kiritimati";
  const one = await archive(files);
  process.env["TZ"] = "America/Los_Angeles";
  expect(Buffer.compare(await archive(files), one)).toBe(0);
});
