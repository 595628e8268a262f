import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundledLicenses } from "../build/licenses.ts";
import { type ArchivedFile, archive } from "./archive.ts";
import { buildExecutables } from "./executable.ts";
import { installNodes, nodeLicense, type Platform, platforms } from "./platforms.ts";
import { registryProblems } from "./registry-docs.ts";

/** A file of a release. */
export interface ReleasedFile {
  readonly name: string;
  readonly bytes: number;
}

const name = "terraform-provider-docs";
const documentation = "docs/terraform";
/** Terraform's registry reads from it which protocol the provider speaks. */
const manifest = { version: 1, metadata: { protocol_versions: ["6.0"] } };

/**
 * Writes a release of the provider into a folder: an archive for each platform, the manifest, the checksums of these files, and the
 * documentation as Terraform's registry reads it. `released`: the platforms, if not all.
 */
export async function buildRelease(
  folder: string,
  version: string,
  released: readonly Platform[] = platforms,
): Promise<readonly ReleasedFile[]> {
  const problems = registryProblems(documentation);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  mkdirSync(folder, { recursive: true });
  cpSync(documentation, join(folder, "docs"), { recursive: true });
  installNodes();
  const executables = await buildExecutables(released);
  const notices = {
    LICENSE: text(readFileSync("LICENSE", "utf8")),
    "THIRD-PARTY-LICENSES.txt": text(`${bundledLicenses()}\n\nNode.js\n\n${nodeLicense()}`),
  };
  const archives = await Promise.all(
    [...executables].map(async ([platform, content]) => ({
      name: `${name}_${version}_${platform.name}.zip`,
      content: await archive({
        [executableName(platform, version)]: { content, isExecutable: true },
        ...notices,
      }),
    })),
  );
  const files = [
    ...archives,
    {
      name: `${name}_${version}_manifest.json`,
      content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
    },
  ];
  const sums = files.map(({ name: file, content }) => `${sha256(content)}  ${file}\n`).sort(byName);
  const all = [...files, { name: `${name}_${version}_SHA256SUMS`, content: Buffer.from(sums.join("")) }];
  for (const file of all) writeFileSync(join(folder, file.name), file.content);
  return all.map((file) => ({ name: file.name, bytes: file.content.length }));
}

/** The name by which Terraform finds the executable in an archive. */
export function executableName({ ending }: Platform, version: string): string {
  return `${name}_v${version}${ending}`;
}

function text(content: string): ArchivedFile {
  return { content: Buffer.from(content) };
}

function sha256(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function byName(one: string, other: string): number {
  const [left, right] = [one.slice(64), other.slice(64)];
  return left < right ? -1 : 1;
}
