import { type Mutant, seenBy } from "./mutant.ts";

/** Rules of several files, environments and merge keys. */
export const layeringMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/layout/layers.test.ts"],
    [
      [
        "of several layers the later says what holds",
        "before === undefined ? field : layering.overlay(before, field)",
        "before ?? field",
      ],
      [
        "an item is the same where it is addressed alike",
        "const at = below.findIndex((each) => isSame(layers, each, item));",
        "const at = -1;",
      ],
      [
        "items of one file stay apart",
        "const at = below.findIndex((each) => isSame(layers, each, item));",
        "const at = items.findIndex((each) => isSame(layers, each, item));",
      ],
      [
        "what is written wins over what is merged in",
        "if (!fields.has(field.name)) fields.set(field.name, field);",
        "fields.set(field.name, field);",
      ],
      [
        "one of the environments must be chosen",
        '    report(errorAt(first.source.at(first.key), "no-environment", message, remedy));\n',
        "",
      ],
      [
        "a secret in an environment is hidden",
        "for (const [, each] of fieldsIn(hiding, value)) hideInEnvironment(hiding, each);",
        "",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/environments.test.ts"],
    [
      [
        "each environment has a lock of its own",
        'return environment === undefined ? "" : `.${environment}`;',
        'return environment === "" ? environment : "";',
      ],
    ],
  ),
];
