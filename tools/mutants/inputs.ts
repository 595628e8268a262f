import { type Mutant, seenBy } from "./mutant.ts";

/** Rules about what comes in: variables, files, secrets, sizes. */
export const inputMutants: readonly Mutant[] = [
  ...seenBy(
    ["src/layout/variables.test.ts", "src/layout/diagnostics.test.ts"],
    [
      [
        "only declared variables are read",
        "const value = values.get(name);\n    if (!values.has(name)",
        "const value = values.get(name) ?? reading.environment[name];\n    if (!values.has(name) && value === undefined",
      ],
      [
        "a variable without a value is told",
        "if (value === undefined) reportUnset(field, env, environment, report);",
        "void reportUnset;",
      ],
      [
        "what is given wins over the environment",
        "if (Object.hasOwn(variables, name)) return variables[name];",
        "if (said.env === undefined) return variables[name];",
      ],
      [
        "a value for an undeclared variable is told",
        "if (declared.has(name)) continue;",
        "if (declared !== undefined) continue;",
      ],
      [
        "a text that holds the token is refused",
        "const found = tokens.some((token) => text.includes(token));",
        "const found = tokens.some((token) => text === token);",
      ],
      [
        "the token is in no message",
        "message: hidden(found.message, tokens),",
        "message: found.message,",
        "src/layout/hide-tokens.ts",
      ],
      [
        "!env is for secrets",
        "if (attribute.sensitive !== true) {\n    const key",
        "if (attribute === undefined) {\n    const key",
      ],
      [
        "!file is for secrets and long texts",
        "return longTextAt(schema, path);",
        "return longTextAt(schema, path) ?? mostSecretCharacters;",
      ],
    ],
  ),
  ...seenBy(
    ["src/layout/named-file.test.ts"],
    [
      [
        "a file is read below a permitted folder alone",
        "if (!folders.some((folder) => isBelow(found, access.resolved(resolve(folder))))) throw elsewhere();",
        "void isBelow;\n  void folders;\n  void elsewhere;",
      ],
      [
        "a link is followed before it is judged",
        "const found = access.resolved(resolve(path));",
        "const found = resolve(path);",
      ],
      [
        "the root of the file system permits nothing",
        "...usual.filter((folder) => !isRoot(resolve(folder)))",
        '...usual.filter((folder) => isRoot !== undefined && folder !== "")',
      ],
      ["only regular files are read", "if (!facts.isFile()) throw", "if (facts === undefined) throw"],
      ["a file is as long as its value may be", "if (text.length > most) throw tooLong(most);", ""],
    ],
  ),
  ...seenBy(
    ["test/cli/rotation.test.ts"],
    [
      [
        "what is remembered of a secret is the hash of its canonical form",
        "const canonical = canonicalValue(attribute, clear);\n  return",
        "const canonical = clear;\n  return",
      ],
      [
        "a lock of a former version tells what was declared",
        "return isHashed(applied) && jsonEquals(formerlyRemembered(attribute, declared, salt, hash), applied);",
        "return isHashed(applied) && formerlyRemembered === undefined;",
      ],
      [
        "a lock of a former version tells what was live",
        "isFormerHashOf(applied, live, (text) => hash(text, lockSalt))",
        "isFormerHashOf === undefined",
      ],
      [
        "what is live in place of a secret is compared by its hash",
        "jsonEquals({ ...hashedValue(attribute, live, { salt: lockSalt, hash }) }, applied) ||",
        "applied !== null ||",
      ],
    ],
  ),
];
