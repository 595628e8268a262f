import type { Clock } from "../model/clock.ts";
import type { DocsformError } from "../model/errors.ts";
import type { Files } from "./files.ts";

/** Everything that the command line uses of the process it runs in, handed in: tests hand in their own. */
export interface Io {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Whether a person reads stdout. Decides about colour. */
  readonly isTerminal: boolean;
  /** How wide the terminal is now. Absent: nobody can say. */
  readonly columns?: () => number | undefined;
  /**
   * Asks the person at the terminal; undefined where they end the program, or the input, instead, or the signal aborts. Absent:
   * nobody is there.
   */
  readonly ask?: (question: string, signal?: AbortSignal) => Promise<string | undefined>;
  /** What changes in place, below all that is printed. Absent: nobody watches. */
  readonly screen?: Screen;
  /** Says these words when the process is ended at once, until what it gives is called. */
  readonly lastWords?: (words: () => string) => () => void;
  /** Whether anybody still reads stdout. Absent: somebody does. */
  readonly isRead?: () => boolean;
  /** What stands against printing the answer: what came after it was not printed. Absent: nothing can. */
  readonly unprinted?: () => DocsformError | undefined;
  /** What is piped in, to its end. */
  readonly stdin?: () => string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly files: Files;
  /** Absent: it does not matter. */
  readonly nodeVersion?: string;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Aborts when the process is told to stop. */
  readonly signal: AbortSignal;
  /** Terraform on this machine. */
  readonly terraform?: () => Promise<TerraformHost>;
}

/** The lines at the foot of a terminal. */
export interface Screen {
  /** Shows these lines too, asked for anew as time goes by, until what it gives is called. */
  show(lines: (columns: number) => readonly string[]): () => void;
}

/** Terraform as far as the provider is to be installed for it. */
export interface TerraformHost {
  /** As Terraform writes it: `linux_amd64`. */
  readonly platform: string;
  /** The mirror in which Terraform looks from every folder. */
  readonly mirror: string;
  /** Of the terraform on the path; undefined where there is none. */
  version(): Promise<string | undefined>;
  /** Puts the provider's files into a folder. Absent: this program came without the provider. */
  readonly copyProvider?: (folder: string) => void;
  /**
   * Writes down in a configuration's folder which builds of providers it uses: those in the mirror, or without one those of
   * the registry. Gives back what Terraform says where it cannot.
   */
  lockProviders(
    folder: string,
    mirror: string | undefined,
    addresses: readonly string[],
  ): Promise<string | undefined>;
}

export interface RandomSource {
  /** From 0 up to 1, for jitter. */
  fraction(): number;
  /** So many random bytes as hexadecimal text, fit for salts. */
  hex(bytes: number): string;
}
