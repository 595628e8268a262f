import type { LoggedRequest } from "../../src/emulator/wire.ts";
import type { RunEnd } from "./run-layout.ts";

/** Whether it is a write of the run, and not of another user. */
export function isOwnWrite({ method, foreign }: LoggedRequest): boolean {
  return method !== "GET" && foreign !== true;
}

/** The exit code of an incomplete run must tell whether the run has sent a write. */
export function wrongExitCode(end: RunEnd, writes: readonly LoggedRequest[]): readonly string[] {
  const word = end.kind === "applied" ? end.result.outcome : end.kind;
  if (word === "partial") return writes.length > 0 ? [] : ["done in part, and yet sent no write"];
  if (["done", "differs", "interrupted"].includes(word)) return [];
  return writes.map(({ operation }) => `${word}, and yet sent ${operation}`);
}
