import type { ConstructClasses } from "../constructs/as-code/app/print-app.ts";
import type { ClientStats } from "../contract/http/http-client.ts";
import type { OperationTable } from "../contract/operations/system.ts";
import type { ResourceType } from "../model/resource-type.ts";
import type { Emit } from "../report/events/events.ts";
import type { Palette } from "../report/text/palette.ts";
import type { ExitCode } from "./exit-codes.ts";
import type { Io } from "./io.ts";
import type { Report } from "./outputs/happenings.ts";

/** What only some commands use, so that the others start without it. */
export interface Loaders {
  /** Loads the operations that the emulator serves. */
  readonly loadOperations: () => Promise<OperationTable>;
  /** Loads the writer of an example layout. The writer's argument is the organization's id. */
  readonly loadExample: () => Promise<(organizationId: string) => string>;
  /** Loads the writer of an example app, which returns the text of each file, by path. */
  readonly loadExampleApp: () => Promise<(names: NamesInApp) => Readonly<Record<string, string>>>;
  /** Loads the classes of constructs, by type. */
  readonly loadConstructs: () => Promise<ConstructClasses>;
  /** Reads a file of the folder `examples/ci`, which is a part of the package. */
  readonly readRecipe: (path: string) => string;
}

interface NamesInApp {
  /** The package of the library. */
  readonly library: string;
  /** What the app imports docsform's constructs from. */
  readonly entry: string;
  /** The organization's id as a literal of TypeScript. */
  readonly organization: string;
}

/** The parts that every command uses. */
export interface Context extends Loaders {
  readonly io: Io;
  readonly types: readonly ResourceType[];
  readonly palette: Palette;
  readonly invocation: Invocation;
  /** Reports an event to `--events`. */
  readonly emit: Emit;
  /** Reports to the files that the settings name. */
  readonly report: Report;
}

/** The command and the version of docsform that runs it. */
export interface Invocation {
  readonly command: string;
  readonly version: string;
  /** The exit code for a thrown error. */
  readonly codeOf: (error: unknown) => ExitCode;
  /** The statistics of this run's clients. */
  readonly clientStats: ClientStats[];
}
