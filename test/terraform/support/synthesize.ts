import { compileFunction } from "node:vm";
import * as cdktf from "cdktf";
import * as constructs from "constructs";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
import * as docsformConstructs from "../../../src/constructs.ts";

/** Runs the main file of an app, whose synthesis writes into a folder. */
export function synthesize(main: string, outdir: string): void {
  const { outputText } = transpileModule(
    main.replace("new App()", `new App(${JSON.stringify({ outdir })})`),
    {
      compilerOptions: { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022 },
    },
  );
  const modules: Readonly<Record<string, unknown>> = {
    cdktf,
    constructs,
    "docsform/constructs": docsformConstructs,
  };
  compileFunction(outputText, ["require", "exports"])((name: string) => modules[name], {});
}
