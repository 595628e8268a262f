import { spawn } from "node:child_process";

/** The output and the exit code of a command. */
export interface Run {
  readonly code: number | null;
  /** Of both streams, in the order in which it came. */
  readonly output: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program to its end, with empty input, so that a question fails. */
export function run(program: string, args: readonly string[], { cwd, env }: RunOptions): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: env ?? process.env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (piece: Buffer) => {
        output += piece.toString();
      });
    }
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** Runs a program that must succeed, and returns its output. */
export async function succeed(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<string> {
  const { code, output } = await run(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${output}`);
  return output;
}
