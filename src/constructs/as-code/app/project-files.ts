/** A library of constructs, and its names in an app. */
export interface AppLibrary {
  /** Of the package and of the command. `-cli` is added for the package with the command. */
  readonly name: "cdktf" | "cdktn";
  readonly version: string;
  /** What an app imports docsform's constructs from. */
  readonly entry: string;
}

export const appLibraries = {
  cdktf: { name: "cdktf", version: "0.21.0", entry: "docsform/constructs" },
  cdktn: { name: "cdktn", version: "0.24.0", entry: "docsform/constructs-cdktn" },
} as const satisfies Readonly<Record<AppLibrary["name"], AppLibrary>>;

interface Project {
  readonly library: AppLibrary;
  /** The main file. */
  readonly main: string;
  /** Of docsform. */
  readonly version: string;
  /** The folder of the app's tests, if it has some. */
  readonly tests?: string;
}

/** The files of a project beside its code, by name. */
export function projectFiles({
  library,
  main,
  version,
  tests,
}: Project): Readonly<Record<"package.json" | "cdktf.json" | "tsconfig.json", string>> {
  return {
    "package.json": json({
      name: "documentation",
      private: true,
      type: "commonjs",
      scripts: {
        build: "tsc --noEmit",
        synth: `${library.name} synth`,
        ...(tests !== undefined && { test: "vitest run" }),
      },
      dependencies: { [library.name]: library.version, constructs: "10.7.2", docsform: version },
      devDependencies: {
        "@types/node": "20.19.43",
        [`${library.name}-cli`]: library.version,
        tsx: "4.23.15",
        typescript: "5.9.3",
        ...(tests !== undefined && { vitest: "4.1.12" }),
      },
    }),
    "cdktf.json": json({
      language: "typescript",
      app: `npx tsx ${main}`,
      projectId: "documentation",
      sendCrashReports: "false",
      terraformProviders: [],
      terraformModules: [],
    }),
    "tsconfig.json": json({
      compilerOptions: {
        target: "es2022",
        module: "node16",
        strict: true,
        skipLibCheck: true,
        types: ["node"],
      },
      include: [main, ...(tests === undefined ? [] : [tests])],
    }),
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
