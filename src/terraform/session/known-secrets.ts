import { hidingSecrets } from "../../live/hide-secrets.ts";

/** The secrets that this process has met, in whichever object: an error of one may repeat those of another, as of a list that both are in. */
export interface KnownSecrets {
  note(texts: readonly string[]): void;
  /** An error that repeats one of them, without the service's words. `own`: those of the object that it is about, however short. */
  hideIn<T>(error: T, own?: readonly string[]): T | Error;
}

/** A shorter one of another object would be found in words by chance. */
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
