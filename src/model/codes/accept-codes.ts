import type { CodeEntry } from "./code-entry.ts";

/** Codes of accepting live changes into a layout, and of pulling and formatting a layout. */
export const acceptCodes = {
  "accept/app": {
    message: "accept cannot change a synthesized app: the next synthesis would overwrite its files.",
    remedy: "Change the app itself. docsform drift lists the differences.",
  },
  "accept/does-not-match": {
    message: "The changed layout would not match the service: {differences}. Nothing was written.",
    remedy: "This is a bug in docsform. Report it, and change the layout by hand.",
  },
  "accept/file-changed": {
    message: "{file} changed while accept was running. Nothing was written.",
    remedy: "Run the command again.",
  },
  "accept/no-state": {
    message: "Without a state docsform cannot distinguish changes on the service from changes in the layout.",
    remedy: "Name the addresses to accept, or accept everything with docsform pull --update.",
  },
  "accept/undeclared-value": {
    cases: {
      secret: "The state records {field} of {address} as it is now; the layout does not declare it.",
      value: "The state records {field} of {address} as {value}; the layout does not declare it.",
    },
    remedy: "Nothing is wrong. Declare the value if apply should restore it.",
  },
  "accept/unreadable": {
    message: "docsform cannot read the changed layout: {problems} Nothing was written.",
    remedy: "This is a bug in docsform. Report it, and change the layout by hand.",
  },
  "fmt/app": {
    message: "fmt cannot change a synthesized app: the next synthesis would overwrite its files.",
    remedy: "Format the sources of the app.",
  },
  "fmt/not-same": {
    cases: {
      file: "The formatted {file} would not have the same values and comments. Nothing was written.",
      layout: "The formatted layout would declare something else. Nothing was written.",
    },
    remedy: "This is a bug in docsform. Report it, and format the layout by hand.",
  },
  "pull/does-not-match": {
    message: "The layout does not match the service: {differences}.",
    remedy: "This is a bug in docsform. Report it.",
    flagRemedy: "With --no-state pull writes the layout anyway.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
