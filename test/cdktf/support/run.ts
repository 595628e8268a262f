import { spawn } from "node:child_process";

/** The result of a command. */
export interface Run {
  readonly code: number | null;
  /** Both streams, in the order of arrival. */
  readonly output: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a program with empty input, so that a question fails. */
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

export async function succeed(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<string> {
  const { code, output } = await run(program, args, options);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${code}:\n${output}`);
  return output;
}
