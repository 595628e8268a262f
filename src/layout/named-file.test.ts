import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readNamedFile } from "./named-file.ts";

const access = { resolved: realpathSync, facts: statSync, bytes: readFileSync };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docsform-named-"));
  mkdirSync(join(folder, "layout/secrets"), { recursive: true });
  mkdirSync(join(folder, "elsewhere"));
  writeFileSync(join(folder, "layout/secrets/a.pem"), "KEY");
  writeFileSync(join(folder, "elsewhere/b.pem"), "OTHER");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function read(path: string, most = 10, further: readonly string[] = []): string {
  return readNamedFile(access, join(folder, path), { usual: [join(folder, "layout")], further }, most);
}

test("reads a file below the layout's folder without its byte order mark", () => {
  expect(read("layout/secrets/a.pem")).toBe("KEY");
  writeFileSync(join(folder, "layout/bom"), "\ufeffé");
  expect(read("layout/bom")).toBe("é");
});

test.each([
  { what: "a path that leads out", path: "layout/../elsewhere/b.pem" },
  { what: "a folder whose name begins alike", path: "layout-2/c" },
  { what: "an absolute path outside the folder", path: "../../../../../../../../proc/self/environ" },
])("$what is refused", ({ path }) => {
  mkdirSync(join(folder, "layout-2"));
  writeFileSync(join(folder, "layout-2/c"), "C");
  expect(() => read(path)).toThrow("not below the layout's folder or the working directory");
});

test.each([
  { what: "a hidden file", path: "layout/.env" },
  { what: "a file in a hidden folder", path: "layout/.git/config" },
  { what: "a hidden file in a folder", path: "layout/secrets/.pem" },
  { what: "a link to a hidden file", path: "layout/link" },
])("$what is read only with permission for its name", ({ path }) => {
  mkdirSync(join(folder, "layout/.git"));
  for (const name of [".env", ".git/config", "secrets/.pem"])
    writeFileSync(join(folder, "layout", name), "HIDDEN");
  symlinkSync(join(folder, "layout/.env"), join(folder, "layout/link"));
  expect(() => read(path)).toThrow("it is hidden, or in a hidden folder");
  expect(() => read(path, 10, [join(folder, "layout")])).toThrow("it is hidden");
  expect(read(path, 10, [realpathSync(join(folder, path))])).toBe("HIDDEN");
});

test("a layout in a hidden folder reads the files beside it, and permits a hidden folder by its name", () => {
  mkdirSync(join(folder, ".docs"));
  writeFileSync(join(folder, ".docs/a"), "A");
  const from = (places: { readonly usual?: string; readonly further?: string }) =>
    readNamedFile(
      access,
      join(folder, ".docs/a"),
      {
        usual: places.usual === undefined ? [] : [join(folder, places.usual)],
        further: places.further === undefined ? [] : [join(folder, places.further)],
      },
      10,
    );
  expect(from({ usual: ".docs" })).toBe("A");
  expect(from({ further: ".docs" })).toBe("A");
  expect(() => from({ usual: "." })).toThrow("it is hidden");
});

test("follows a link before it checks the path", () => {
  symlinkSync(join(folder, "elsewhere/b.pem"), join(folder, "layout/link"));
  expect(() => read("layout/link")).toThrow("not below");
  expect(read("layout/link", 10, [join(folder, "elsewhere")])).toBe("OTHER");
  symlinkSync(join(folder, "layout"), join(folder, "way"));
  linkSync(join(folder, "layout/secrets/a.pem"), join(folder, "layout/hard"));
  expect(
    readNamedFile(access, join(folder, "layout/hard"), { usual: [join(folder, "way")], further: [] }, 10),
  ).toBe("KEY");
});

test("the root of the file system permits nothing, unless it is named", () => {
  const path = join(folder, "elsewhere/b.pem");
  expect(() => readNamedFile(access, path, { usual: ["/"], further: [] }, 10)).toThrow("not below");
  expect(readNamedFile(access, path, { usual: [], further: ["/"] }, 10)).toBe("OTHER");
});

test.each([
  { what: "a folder", path: "layout/secrets", message: "not a regular file" },
  { what: "a file that is too long", path: "layout/long", message: "longer than 10 characters" },
  { what: "a file that is much too long", path: "layout/huge", message: "longer than 10 characters" },
  { what: "a file that is not UTF-8", path: "layout/latin", message: "not UTF-8" },
])("$what is refused because of its kind", ({ path, message }) => {
  writeFileSync(join(folder, "layout/long"), "a".repeat(11));
  writeFileSync(join(folder, "layout/huge"), "a".repeat(1000));
  writeFileSync(join(folder, "layout/latin"), Buffer.from("caf\u00e9", "latin1"));
  expect(() => read(path)).toThrow(message);
});
