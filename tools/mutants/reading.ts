import { type Mutant, seenBy } from "./mutant.ts";

/** Rules of reading a layout, and what an app synthesised. */
export const readingMutants: readonly Mutant[] = [
  ...seenBy(
    ["src/layout", "test/cli/layout-example.test.ts"],
    [
      [
        "values that the service takes for the same are not unique",
        "isReference(clear) ? clear : normalise(clear),",
        "isReference(clear) ? clear : (normalise(clear), clear),",
      ],
      [
        "a value is unique within its place",
        "const within = withinOf(rule.within, object);",
        "const within = null;",
      ],
      [
        "a value that is there twice is told",
        "  if (first.object.address === object.address) return;\n",
        "  if (first.object.address !== null) return;\n",
      ],
      ["two defaults are told", "if (defaultAt === undefined) return;", "if (defaultAt !== null) return;"],
      [
        "containers that are inside of one another are told",
        "  checkCycles(reading);\n",
        "  void checkCycles;\n",
      ],
      [
        "what creating takes is asked for",
        'if (attribute.atCreate !== "required" || declared.has(name)) continue;',
        "if (attribute !== null || declared.has(name)) continue;",
      ],
      [
        "of a pinned object nothing is required",
        "if (object.pin !== undefined || object.at === undefined) return;\n  if (isOnlyAdopted",
        "if (object.at === undefined) return;\n  if (isOnlyAdopted",
      ],
      [
        "a type's own check is made",
        "for (const failure of type.check?.(object.attributes) ?? []) {",
        "for (const failure of type.check?.({}) ?? []) {",
      ],
      [
        "an unknown field is told",
        "if (meaning === undefined) reportUnknown(reading, syntax, field);",
        "if (meaning === undefined) void reportUnknown;",
      ],
      [
        "an unknown field of a layout is told",
        'report(errorAt(at, "unknown-field", `A layout has no field ${field.name}.`, remedy));',
        "void remedy;\n  void at;",
      ],
      [
        "an address that is taken is told",
        'reading.report(errorAt(place.at, "duplicate-address", message, remedy));',
        "void remedy;\n  void message;",
      ],
      [
        "a pin tells two objects of one name apart",
        "if (!reading.taken.has(pinned)) {",
        "if (reading.taken.has(pinned)) {",
      ],
      [
        "the other map's version is not read",
        'reading.report(errorAt(valuePosition(field), "unknown-version", message, "Write docsform: 1."));',
        "void message;",
      ],
      [
        "a list of what is pruned names maps",
        'reading.report(errorAt(source.at(node), "unknown-map", `prune: there is no map ${name}.`, remedy));',
        "void remedy;",
      ],
      [
        "what is inside of what is owned is owned",
        "draft.contents.filter(({ contents }) => place.owned || contents.owned === true)",
        "draft.contents.filter(({ contents }) => place.owned && contents.owned === true)",
      ],
    ],
  ),
  ...seenBy(
    ["src/synthesised", "test/cli/synthesised-app.test.ts"],
    [
      [
        "a text with a secret in it is secret, wherever it stands",
        "if (value instanceof Secret) secrets.push(...value.texts());",
        "secrets.splice(0);\n    if (value instanceof Secret) secrets.push(...value.texts());",
      ],
      [
        "what is declared sensitive is secret",
        'if (place.sensitivity === "sensitive") return literalSecret(place, text, secrets);',
        "",
      ],
      [
        "a sensitive variable is secret",
        'if (sensitivity === "sensitive") return new Secret(given, { kind: "environment", name: environmentName });',
        "",
      ],
      [
        "the default of a sensitive variable is secret",
        'const sensitivity = isSensitive ? "sensitive" : place.sensitivity;',
        "const sensitivity = place.sensitivity;\n  void isSensitive;",
      ],
      [
        "a file in a secret place is secret",
        'if (place.sensitivity === "plain") return content;',
        "if (place !== null) return content;",
      ],
      [
        "duplicates that nothing tells apart are told",
        "if (first === undefined) {\n      seen.set(key, read);\n      continue;\n    }",
        "if (first === undefined || first !== null) {\n      seen.set(key, read);\n      continue;\n    }",
        "src/synthesised/check-duplicates.ts",
      ],
      [
        "what is pinned is told from what is created alike",
        "  if (object.pin !== undefined) return undefined;\n",
        "",
        "src/synthesised/check-duplicates.ts",
      ],
      [
        "what a resource of others says is shown nowhere",
        "if (!type.startsWith(`${providerPrefix}_`)) return [named];",
        "",
      ],
      ["what another provider is told is shown nowhere", "if (name !== providerPrefix) return [value];", ""],
      ["the token is shown nowhere", 'fieldsIn(block, ["token"])', "fieldsIn(block, [])"],
      [
        "a secret field is shown nowhere",
        ".filter(({ rule }) => rule.sensitive === true)\n    .flatMap",
        ".filter(() => false)\n    .flatMap",
      ],
      [
        "the default of a sensitive variable is shown nowhere",
        'return isSensitive ? fieldsIn(variable, ["default"]) : [];',
        "void isSensitive;\n  return [];",
      ],
      [
        "prevent_destroy protects",
        'if (name === "prevent_destroy") protect = isTrue(value);',
        'if (name === "prevent_destroy") void isTrue;',
      ],
      ["ignore_changes ignores", "ignored = ignoredFields(place, schema, value);", "void ignoredFields;"],
      [
        "a lifecycle that cannot be kept is told",
        "} else if (!ownDecisions.has(name))",
        "} else if (ownDecisions.has(name))",
      ],
      ["an order lists each sibling once", "if (siblings.has(address))\n", "if (siblings.size < 0)\n"],
      [
        "an order lists siblings",
        "const strangers = siblings.filter((sibling) => !inside.has(sibling));",
        "const strangers = siblings.filter(() => false);",
      ],
      [
        "protection as text is protection",
        'return node?.kind === "scalar" && (node.value === true || node.value === "true");',
        'return node?.kind === "scalar" && node.value === true;',
      ],
      [
        "what is declared still has not moved",
        "if (!stack.resources.has(from)) moves.set(address, after[at] as Address);",
        "moves.set(address, after[at] as Address);",
      ],
      [
        "two orders of one place are told",
        "if (isShared || first.stacks.includes(stack)) return undefined;",
        "if (isShared && stack === undefined) return undefined;",
      ],
    ],
  ),
];
