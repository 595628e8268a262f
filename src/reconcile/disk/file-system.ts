import * as fs from "node:fs";

/** What docsform asks of a file system, and no more: tests hand in one that fails. */
export type FileSystem = Pick<
  typeof fs,
  | "accessSync"
  | "closeSync"
  | "fchmodSync"
  | "fdatasync"
  | "fstatSync"
  | "fsyncSync"
  | "ftruncateSync"
  | "lstatSync"
  | "mkdirSync"
  | "openSync"
  | "readFileSync"
  | "readdirSync"
  | "readlinkSync"
  | "readSync"
  | "renameSync"
  | "rmSync"
  | "statSync"
  | "writeSync"
>;

/** The file system of this machine. */
export const machineFiles: FileSystem = fs;
