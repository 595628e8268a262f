import { hidingSecrets } from "../../engine/live/hide-secrets.ts";

/**
 * The secrets of all objects that this process knows. An error about one object may repeat those of another, such as an error of a list
 * that contains both.
 */
export interface KnownSecrets {
  note(texts: readonly string[]): void;
  /**
   * An error without the service's words, if it repeats one of the secrets. `own`: the secrets of the error's own object, of any length.
   */
  hideIn<T>(error: T, own?: readonly string[]): T | Error;
}

/** A shorter secret of another object would match ordinary words by chance. */
const shortest = 8;

export function createKnownSecrets(): KnownSecrets {
  const known = new Set<string>();
  return {
    note: (texts) => {
      for (const text of texts) if (text.length >= shortest) known.add(text);
    },
    hideIn: (error, own = []) => hidingSecrets(error, [...own, ...known]),
  };
}
