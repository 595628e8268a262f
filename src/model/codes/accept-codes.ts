import type { CodeEntry } from "./code-entry.ts";

/** Codes of accepting live changes into a layout, and of pulling and formatting a layout. */
export const acceptCodes = {
  "accept/app": {
    message: "accept cannot change a synthesized app: the next synthesis would overwrite its files.",
    cause:
      "docsform accept changes the files of a layout. Each synthesis overwrites the files of a synthesized app.",
    example: "docsform accept -f cdktf.out",
    remedy: "Change the app itself. docsform drift lists the differences.",
  },
  "accept/does-not-match": {
    message: "The changed layout would not match the service: {differences}. Nothing was written.",
    cause: "The changed layout would not match the service.",
    example: "docsform accept",
    remedy: "This is a bug in docsform. Report it, and change the layout by hand.",
  },
  "accept/file-changed": {
    message: "{file} changed while accept was running. Nothing was written.",
    cause: "The layout's file changed while docsform accept was running.",
    example: "docsform accept    # while an editor saves docsform.yaml",
    remedy: "Run the command again.",
  },
  "accept/no-state": {
    message: "Without a state docsform cannot distinguish changes on the service from changes in the layout.",
    cause: "Without a state docsform cannot distinguish changes on the service from changes in the layout.",
    example: "docsform accept --no-state",
    remedy: "Name the addresses to accept, or accept everything with docsform pull --update.",
  },
  "accept/undeclared-value": {
    cases: {
      secret: "The state records {field} of {address} as it is now; the layout does not declare it.",
      value: "The state records {field} of {address} as {value}; the layout does not declare it.",
    },
    cause:
      "The layout does not declare a value that decides who sees an object, and the value changed on the service.",
    example: "docsform accept    # after a person changed the visibility of an object",
    remedy: "Nothing is wrong. Declare the value if apply should restore it.",
  },
  "accept/unreadable": {
    message: "docsform cannot read the changed layout: {problems} Nothing was written.",
    cause: "docsform could not read the changed layout.",
    example: "docsform accept",
    remedy: "This is a bug in docsform. Report it, and change the layout by hand.",
  },
  "fmt/app": {
    message: "fmt cannot change a synthesized app: the next synthesis would overwrite its files.",
    cause:
      "docsform fmt formats the files of a layout. Each synthesis overwrites the files of a synthesized app.",
    example: "docsform fmt cdktf.out",
    remedy: "Format the sources of the app.",
  },
  "fmt/not-same": {
    cases: {
      file: "The formatted {file} would not have the same values and comments. Nothing was written.",
      layout: "The formatted layout would declare something else. Nothing was written.",
    },
    cause: "docsform compares the formatted layout with the one before, and they differed.",
    example: "docsform fmt",
    remedy: "This is a bug in docsform. Report it, and format the layout by hand.",
  },
  "pull/does-not-match": {
    message: "The layout does not match the service: {differences}.",
    cause: "The layout that pull wrote does not match the service.",
    example: "docsform pull --out docsform.yaml",
    remedy: "This is a bug in docsform. Report it.",
    flagRemedy: "With --no-state pull writes the layout anyway.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
