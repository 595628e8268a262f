import * as fs from "node:fs";

/** The functions that docsform uses of a file system. Tests pass one that fails. */
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
