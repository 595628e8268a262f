import { hidingSecrets } from "../live/hide-secrets.ts";
import type { DocsformError } from "../model/errors.ts";
import type { Reveal } from "./plan-values.ts";
import type { ApplyRuntime } from "./runtime.ts";

/** The secrets that a run's requests carry. */
export interface RunSecrets {
  readonly reveal: Reveal;
  /** The error without what the service repeats of them. */
  hideIn(error: DocsformError): DocsformError;
}

export function secretsOfRun({ revealSecret, secretTexts }: ApplyRuntime): RunSecrets {
  const revealed = new Set<string>(secretTexts);
  return {
    reveal: async (source, hash) => {
      const text = (await revealSecret(source, hash)).reveal();
      revealed.add(text);
      return text;
    },
    hideIn: (error) => hidingSecrets(error, [...revealed]),
  };
}
