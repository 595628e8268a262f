import { credentialsInUrl, maskedUrl, secretsInUrl } from "./url-secrets.ts";
import type { ValueKind } from "./value-kind.ts";

/** A URL that browsers open. A user name or a password in it is secret. */
export const webAddress: ValueKind = {
  secretTexts: credentialsInUrl,
  shown: (text) => maskedUrl(text, false),
  warnings: (text) => (credentialsInUrl(text).length === 0 ? [] : [credentialsWarning]),
};

const credentialsWarning =
  "The URL contains a user name or a password, which everyone who opens the URL gets. Remove them from it, and change the password.";

/** A URL that the service fetches: the values of its query may give access too. */
export const fetchedUrl: ValueKind = {
  secretTexts: secretsInUrl,
  isHidden: true,
  shown: (text) => maskedUrl(text, true),
};
