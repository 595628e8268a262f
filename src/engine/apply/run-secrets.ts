import type { DocsformError } from "../../model/errors.ts";
import { containsText } from "../../model/secret-value.ts";
import type { Json } from "../../util/json.ts";
import { hidingSecrets } from "../live/hide-secrets.ts";
import type { Reveal } from "./resolve-values.ts";
import type { ApplyRuntime } from "./runtime.ts";

/** The secrets in a run's requests. */
export interface RunSecrets {
  readonly reveal: Reveal;
  /** Whether the value contains a secret. */
  isIn(value: Json): boolean;
  /** Removes from an error the service's text that repeats a secret. */
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
    isIn: (value) => containsText(value, [...revealed]),
    hideIn: (error) => hidingSecrets(error, [...revealed]),
  };
}
