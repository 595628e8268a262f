import type { DocsformError } from "../model/errors.ts";
import type { Clock } from "../util/clock.ts";
import type { Files } from "./files.ts";

/** The process as the command line uses it. Tests pass their own. */
export interface Io {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Whether stdout is a terminal. It decides about color. */
  readonly isTerminal: boolean;
  /** The present width of the terminal. Absent: unknown. */
  readonly columns?: () => number | undefined;
  /**
   * Asks the user at the terminal. Undefined if the user ends the program or the input, or the signal aborts. Absent: there is no terminal.
   */
  readonly ask?: (question: string, signal?: AbortSignal) => Promise<string | undefined>;
  /** The lines that docsform updates in place, below the printed output. Absent: no terminal shows them. */
  readonly screen?: Screen;
  /** Prints these words if the process ends at once, until the returned function is called. */
  readonly lastWords?: (words: () => string) => () => void;
  /** Whether a reader still has stdout open. Absent: yes. */
  readonly isRead?: () => boolean;
  /** The error of a failed write to stdout. Later output was then not printed. Absent: writing cannot fail. */
  readonly unprinted?: () => DocsformError | undefined;
  /** The whole piped input. */
  readonly stdin?: () => string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly files: Files;
  /** Absent: doctor does not check it. */
  readonly nodeVersion?: string;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Aborts when a signal asks the process to stop. */
  readonly signal: AbortSignal;
  /** Terraform on this machine. */
  readonly terraform?: () => Promise<TerraformHost>;
  /** Runs an app on this machine. Absent: it runs none. */
  readonly synthesize?: () => Promise<Synthesize>;
}

/**
 * Runs an app, and calls `read` with the folder that the app synthesized. The folder exists only during that call. Throws the app's own
 * error. `program`: the path of its main file.
 */
export type Synthesize = <Result>(
  program: string,
  read: (folder: string) => Promise<Result>,
) => Promise<Result>;

/** The lines at the bottom of a terminal. */
export interface Screen {
  /** Shows these lines too and refreshes them, until the returned function is called. */
  show(lines: (columns: number) => readonly string[]): () => void;
}

/** The parts of Terraform that installing the provider needs. */
export interface TerraformHost {
  /** The platform in Terraform's notation: `linux_amd64`. */
  readonly platform: string;
  /** The mirror that Terraform searches from every folder. */
  readonly mirror: string;
  /** The version of the terraform on the PATH. Undefined: there is none. */
  version(): Promise<string | undefined>;
  /** Copies the provider's files into a folder. Absent: this program was built without the provider. */
  readonly copyProvider?: (folder: string) => void;
  /**
   * Locks the builds of providers in a configuration's folder: those in the mirror or, without a mirror, those of the registry. Returns
   * Terraform's message if it fails.
   */
  lockProviders(
    folder: string,
    mirror: string | undefined,
    addresses: readonly string[],
  ): Promise<string | undefined>;
}

export interface RandomSource {
  /** From 0 up to but not including 1, for jitter. */
  fraction(): number;
  /** Random bytes as hexadecimal text, suitable for salts. */
  hex(bytes: number): string;
}
