/**
 * Adds the optional packages of other platforms to the package-lock.json at the given path. An npm mirror without these packages
 * omits them, but `npm ci` requires all of them in the lock file, although it installs only those of its own platform. Run it after
 * `npm install`.
 */
import { readFileSync, writeFileSync } from "node:fs";

interface LockedPackage {
  readonly dev?: boolean;
  readonly license?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const systems: Readonly<Record<string, string>> = {
  android: "android",
  darwin: "darwin",
  linux: "linux",
  linuxmusl: "linux",
  win32: "win32",
  windows: "win32",
  freebsd: "freebsd",
  openharmony: "openharmony",
  sunos: "sunos",
  aix: "aix",
  netbsd: "netbsd",
  openbsd: "openbsd",
};
const processors = [
  "arm64",
  "x64",
  "arm",
  "ia32",
  "riscv64",
  "ppc64",
  "s390x",
  "loong64",
  "mips64el",
  "wasm32",
];

const [, , file] = process.argv;
if (file === undefined)
  throw new Error("No lock file is named. Run: tsx tools/complete-lock.ts package-lock.json");
const lock = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, LockedPackage> };
for (const [path, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    const platform = platformOf(name);
    if (lock.packages[key] || lock.packages[`${path}/${key}`] || platform === undefined) continue;
    const { dev, license } = entry;
    const facts = {
      version: version.replace(/^[\^~]/, ""),
      ...platform,
      ...(dev && { dev }),
      ...(license && { license }),
    };
    lock.packages[key] = { ...facts, optional: true } as LockedPackage;
  }
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);

/** The platform in a package's name. Undefined: the package is for all platforms. */
function platformOf(name: string): { os?: string[]; cpu?: string[] } | undefined {
  const words = name.split(/[/-]/).map((word) => (word.endsWith("eabi") ? "arm" : word.toLowerCase()));
  const os = words.map((word) => systems[word]).find((system) => system !== undefined);
  const cpu = words.find((word) => processors.includes(word));
  if (os === undefined && cpu === undefined) return undefined;
  return { ...(os !== undefined && { os: [os] }), ...(cpu !== undefined && { cpu: [cpu] }) };
}
