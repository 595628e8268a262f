/** The files of a project beside its main file, by name. `main`: the main file. `version`: of docsform. */
export function projectFiles(main: string, version: string): Readonly<Record<string, string>> {
  return {
    "package.json": json({
      name: "documentation",
      private: true,
      type: "commonjs",
      scripts: { build: "tsc --noEmit", synth: "cdktf synth" },
      dependencies: { cdktf: "0.21.0", constructs: "10.7.2", docsform: version },
      devDependencies: {
        "@types/node": "20.19.43",
        "cdktf-cli": "0.21.0",
        tsx: "4.23.15",
        typescript: "5.9.3",
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
      include: [main],
    }),
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
