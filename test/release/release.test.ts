import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildRelease, executableName } from "../../tools/release/build-release.ts";
import { buildExecutables } from "../../tools/release/executable.ts";
import { ownPlatform, type Platform, platforms } from "../../tools/release/platforms.ts";
import { isFullShare } from "../support/laws.ts";
import { organization, tokenCanary } from "../terraform/support/docs-service.ts";
import { describeTerraform, serviceOfGroup } from "../terraform/support/real-terraform.ts";

const version = "1.2.3";
const address = "registry.terraform.io/docsform/docs";
const own = ownPlatform();
/** In a usual run only this platform, because compressing an executable takes seconds. `npm run release` builds the archives of all. */
const released = isFullShare() || own === undefined ? platforms : [own];
const home = mkdtempSync(join(tmpdir(), "docsform-release-test-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const timeout = 600_000;
const releaseFolder = join(home, "release");
beforeAll(async () => {
  await buildRelease(releaseFolder, version, released);
});

const archiveName = (platform: Platform) => `terraform-provider-docs_${version}_${platform.name}.zip`;
const sha256 = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");

const unpacked = new Map<Platform, ReturnType<typeof unzipSync>>();

function filesOf(platform: Platform): ReturnType<typeof unzipSync> {
  const files = unpacked.get(platform) ?? unzipSync(readFileSync(join(releaseFolder, archiveName(platform))));
  unpacked.set(platform, files);
  return files;
}

/** The content of an archive's executable. */
function executableOf(platform: Platform): Buffer {
  const content = filesOf(platform)[executableName(platform, version)] as Uint8Array;
  return Buffer.from(content.buffer, content.byteOffset, content.length);
}

describe("the files of a release", () => {
  test("the checksums are those of every archive and of the manifest", () => {
    const sums = readFileSync(join(releaseFolder, `terraform-provider-docs_${version}_SHA256SUMS`), "utf8");
    const manifest = `terraform-provider-docs_${version}_manifest.json`;
    const listed = sums.trimEnd().split("\n");
    expect(listed.map((line) => line.slice(66)).sort()).toEqual(
      [...released.map(archiveName), manifest].sort(),
    );
    for (const line of listed)
      expect(sha256(readFileSync(join(releaseFolder, line.slice(66))))).toBe(line.slice(0, 64));
    expect(JSON.parse(readFileSync(join(releaseFolder, manifest), "utf8"))).toEqual({
      version: 1,
      metadata: { protocol_versions: ["6.0"] },
    });
  });

  test("the documentation is there as the registry reads it", () => {
    expect(readdirSync(join(releaseFolder, "docs")).sort()).toEqual([
      "data-sources",
      "guides",
      "index.md",
      "resources",
    ]);
  });

  test("an archive has the licenses of the provider, of its packages and of Node beside the executable", () => {
    const platform = released[0] as Platform;
    const files = filesOf(platform);
    expect(Object.keys(files)).toEqual([
      executableName(platform, version),
      "LICENSE",
      "THIRD-PARTY-LICENSES.txt",
    ]);
    const licenses = Buffer.from(files["THIRD-PARTY-LICENSES.txt"] as Uint8Array).toString("utf8");
    for (const name of ["undici 7.", "zod 4.", "Node.js is licensed", "OpenSSL"])
      expect(licenses).toContain(name);
  });
});

const blobMagic = Buffer.from("20da4301", "hex");

const machines: Readonly<Record<string, number>> = { linux_amd64: 62, linux_arm64: 183 };

test.each(released.filter(({ system }) => system === "linux"))(
  "the executable for $name is a program for it",
  (platform) => {
    const program = executableOf(platform);
    expect(program.toString("latin1", 0, 4)).toBe("\x7fELF");
    expect(program.readUInt16LE(18)).toBe(machines[platform.name]);
  },
);

test.each(released.filter(({ system }) => system === "win32"))(
  "the executable for $name is a program for it, and has no signature",
  (platform) => {
    const program = executableOf(platform);
    const header = program.readUInt32LE(0x3c);
    expect(program.toString("latin1", header, header + 4)).toBe("PE\0\0");
    expect(program.readUInt16LE(header + 4)).toBe(0x8664);
    expect(program.readBigUInt64LE(header + 24 + 112 + 32)).toBe(0n);
  },
);

describe.each(released)("the executable for $name", (platform) => {
  test("contains the provider, and Node runs it instead of its arguments", () => {
    const program = executableOf(platform);
    expect(program.includes("NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:1")).toBe(true);
    const blobs = [];
    for (let at = program.indexOf(blobMagic); at >= 0; at = program.indexOf(blobMagic, at + 1))
      blobs.push(program.subarray(at, at + 3_000_000));
    const blob = blobs.find((each) => each.includes("launch-executable.js"));
    for (const name of ["provider.js", "undici.js", "schema.bin", "docs_site_section"])
      expect(blob?.includes(name), name).toBe(true);
  });
});

test.each(own === undefined || !isFullShare() ? [] : [own.name])(
  "the same sources give the executable for %s again",
  async () => {
    const again = await buildExecutables([own as Platform]);
    expect(sha256(again.get(own as Platform) as Uint8Array)).toBe(sha256(executableOf(own as Platform)));
  },
);

describeTerraform(
  "the archive of this platform, with the real terraform and without Node",
  () => {
    const service = serviceOfGroup();
    let folder: string;
    let programs: string;

    beforeAll(() => {
      folder = mkdtempSync(join(home, "project-"));
      programs = join(folder, "programs");
      mkdirSync(programs);
      const terraform = (process.env["PATH"] ?? "")
        .split(delimiter)
        .map((each) => join(each, "terraform"))
        .find((each) => existsSync(each));
      symlinkSync(terraform as string, join(programs, "terraform"));
      const mirror = join(folder, "mirror");
      mkdirSync(join(mirror, address), { recursive: true });
      for (const each of released)
        cpSync(join(releaseFolder, archiveName(each)), join(mirror, address, archiveName(each)));
      const block = `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`;
      writeFileSync(join(folder, "mirror.tfrc"), block);
      writeFileSync(join(folder, "main.tf"), configuration);
    });

    const configuration = `
terraform {
  required_providers {
    docs = { source = "docsform/docs", version = "${version}" }
  }
}
provider "docs" {}
resource "docs_space" "guides" {
  title = "Guides"
}
resource "docs_site" "docs" {
  title = "Docs"
}
resource "docs_site_section" "guides" {
  site_id  = docs_site.docs.id
  title    = "Guides"
  path     = "guides"
  space_id = docs_space.guides.id
}
`;

    /** Runs a program whose PATH has terraform and nothing else. */
    async function run(
      program: string,
      args: readonly string[],
      more: Record<string, string> = {},
      cwd = folder,
    ) {
      const child = spawn(program, args, {
        cwd,
        env: {
          PATH: programs,
          HOME: folder,
          CHECKPOINT_DISABLE: "1",
          TF_CLI_ARGS: "-no-color",
          TF_CLI_CONFIG_FILE: join(folder, "mirror.tfrc"),
          DOCSFORM_TOKEN: tokenCanary,
          DOCSFORM_BASE_URL: service.running.url,
          DOCSFORM_ORGANIZATION: organization,
          ...more,
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let printed = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (piece: Buffer) => (printed += piece.toString()));
      const [code] = (await once(child, "close")) as [number | null];
      return { code, printed };
    }
    const terraform = (...args: readonly string[]) => run("terraform", args);

    test("terraform installs it from the packed mirror, applies with it, and plans no changes", {
      timeout,
    }, async () => {
      const init = await terraform("init", "-input=false");
      expect(init.printed).toContain(`Installed docsform/docs v${version}`);
      const apply = await terraform("apply", "-auto-approve", "-input=false");
      expect([apply.code, apply.printed]).toEqual([0, expect.stringContaining("3 added")]);
      expect(service.ids()).toMatchObject({
        space: [expect.any(String)],
        site_section: [expect.any(String)],
      });
      const plan = await terraform("plan", "-input=false", "-detailed-exitcode");
      expect([plan.code, plan.printed]).toEqual([0, expect.stringContaining("No changes.")]);
      const destroy = await terraform("destroy", "-auto-approve", "-input=false");
      expect([destroy.code, destroy.printed]).toEqual([0, expect.stringContaining("3 destroyed")]);
    });

    test("terraform records the checksums of the archives", { timeout }, async () => {
      const names = released.map(({ name }) => `-platform=${name}`);
      const lock = await terraform("providers", "lock", `-fs-mirror=${join(folder, "mirror")}`, ...names);
      expect(lock.code, lock.printed).toBe(0);
      const recorded = readFileSync(join(folder, ".terraform.lock.hcl"), "utf8");
      expect(recorded.match(/"h1:/gu)).toHaveLength(released.length);
    });

    test("terraform init finds the archive beside a configuration without any setting", {
      timeout,
    }, async () => {
      const other = join(folder, "beside");
      const plugins = join(other, "terraform.d/plugins", address);
      mkdirSync(plugins, { recursive: true });
      cpSync(join(releaseFolder, archiveName(own as Platform)), join(plugins, archiveName(own as Platform)));
      writeFileSync(join(other, "main.tf"), configuration);
      const none = join(other, "none.tfrc");
      writeFileSync(none, "");
      const init = await run("terraform", ["init", "-input=false"], { TF_CLI_CONFIG_FILE: none }, other);
      expect(init.printed).toContain(`Installed docsform/docs v${version}`);
    });

    test("it is a provider, whatever NODE_OPTIONS says", { timeout }, async () => {
      const other = join(folder, "started");
      mkdirSync(other);
      writeFileSync(join(other, "main.tf"), configuration);
      await run("terraform", ["init", "-input=false"], {}, other);
      const installed = join(other, ".terraform/providers", address, version, (own as Platform).name);
      const program = join(installed, executableName(own as Platform, version));
      const { code, printed } = await run(program, ["--version"], { NODE_OPTIONS: "--require ./none.cjs" });
      expect([code, printed]).toEqual([1, expect.stringContaining("This program is a Terraform provider")]);
    });
  },
  own === undefined ? "a release has no archive for this platform" : undefined,
);
