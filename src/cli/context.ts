import type { ClientStats } from "../http/client.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { OperationTable } from "../operations/system.ts";
import type { Emit } from "./events/event-stream.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import type { Palette } from "./render/palette.ts";

/** What every command works with. */
export interface Context {
  readonly io: Io;
  readonly types: readonly ResourceType[];
  readonly loadOperations: () => Promise<OperationTable>;
  /** Loads what writes an example of a layout, for the organization of this id. */
  readonly loadExample: () => Promise<(organizationId: string) => string>;
  readonly palette: Palette;
  readonly invocation: Invocation;
  /** Tells what happens to whoever follows the run. */
  readonly emit: Emit;
}

/** What was asked for, of which docsform. */
export interface Invocation {
  readonly command: string;
  readonly version: string;
  /** How the process ends when this is thrown. */
  readonly codeOf: (error: unknown) => ExitCode;
  /** What the clients of this run have sent. */
  readonly sent: ClientStats[];
}
