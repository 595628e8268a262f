import { type Mutant, seenBy } from "./mutant.ts";

/** Rules about what comes in: variables, files, secrets, sizes. */
export const inputMutants: readonly Mutant[] = [
  ...seenBy(
    ["src/layout/variables.test.ts", "src/layout/diagnostics.test.ts", "src/layout/hidden-parts.test.ts"],
    [
      [
        "only declared variables are read",
        "const value = values.get(name);\n    if (!values.has(name)",
        "const value = values.get(name) ?? reading.environment[name];\n    if (!values.has(name) && value === undefined",
      ],
      [
        "a variable without a value is told",
        "if (fallback === undefined) reportUnset(field, env, environment, report);",
        "void reportUnset;",
      ],
      [
        "what is given wins over the environment",
        "if (value !== undefined) return secret ?",
        "if (value !== undefined && env === undefined) return secret ?",
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
        "a text with a secret variable is secret",
        "if (!isLiteral && secrets.length === 0) return joined;",
        "if (!isLiteral) return joined;",
      ],
      [
        "an alias of a secret is secret",
        "if (meanings.some(isSecret)) addAll(hiding.secrets, hiding.source, value);",
        "void addAll;",
      ],
      [
        "a choice is no place for a secret",
        "attribute.sensitive === true || !isChoiceAt(attribute.schema, path))",
        "isChoiceAt !== undefined)",
      ],
      [
        "a key is no place for a secret",
        "if (key !== undefined && secrets.has(key)) report(",
        "if (key === undefined) report(",
      ],
      [
        "the default of a secret variable is not shown",
        "if (!isOpen && fallback !== undefined) hide(hiding, fallback);",
        "void isOpen;",
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
        "if (ways.length === 0) throw elsewhere();",
        "void elsewhere;",
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
      ["a hidden file is read only by name", "if (ways.every(isHidden)) throw hidden(path);", "void hidden;"],
      ["only regular files are read", "if (!facts.isFile()) throw", "if (facts === undefined) throw"],
      ["a file is as long as its value may be", "if (text.length > most) throw tooLong(most);", ""],
    ],
  ),
  ...seenBy(
    ["src/http/client.test.ts"],
    [["the token in base64url is hidden", 'bytes.toString("base64url"), ', ""]],
  ),
  ...seenBy(
    ["src/layout/edit/edit-document.test.ts"],
    [
      [
        "a variable that joining makes is none",
        'if (says.join("") === value) return { text, lost };',
        "if (says.length > 0) return { text, lost };",
      ],
    ],
  ),
  ...seenBy(
    ["test/planning/carried.test.ts"],
    [["a value that repeats a secret is not carried over", " || holdsText(value, secretTexts())", ""]],
  ),
  ...seenBy(
    ["test/resources/members.test.ts"],
    [
      [
        "what is recognized by a secret is not outdated",
        "return secretHashOf(declared ?? null) !== undefined && (normalise",
        'return secretHashOf(declared ?? null) === "" && (normalise',
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/canaries.test.ts"],
    [
      [
        "a secret that the service repeats is not pulled",
        "texts.length === 0 ? value :",
        "texts.length >= 0 ? value :",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/hidden-values.test.ts"],
    [
      [
        "what cannot be taken over is remembered as it was applied",
        "isTaken(name) || (isAll && !isLeft(name))",
        "isTaken(name) || (isAll && isLeft !== undefined)",
      ],
      [
        "diff shows no value that is declared as a secret",
        "declared.some((objects) => holdsSecret(objects.get(address)?.attributes[attribute] ?? null)) ||",
        "declared.length === 0 ||",
      ],
      [
        "diff shows no value that was applied as a secret",
        "seen.some(({ lock }) => isHashed(lock?.objects[address]?.applied[attribute] ?? null)) ||",
        "seen.length === 0 ||",
      ],
      [
        "diff shows no value that repeats a secret",
        "holdsText([...values], texts);",
        "holdsText([...values], texts.slice(9));",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/accept-secrets.test.ts"],
    [
      [
        "a live value that repeats a secret is not taken over",
        "holdsText(live.attributes[attribute] ?? null, context.secretTexts) ||",
        "",
      ],
      [
        "what was added and repeats a secret is not taken over",
        "if (holdsText(live.attributes, deciding.secrets)) {",
        "if (deciding.secrets.length > 1e6) {",
      ],
      [
        "the credentials of an address are secret",
        'typeof value["url"] === "string" ? secretsInAddress(value["url"]) : [],',
        'typeof value["url"] === "string" && secretsInAddress === undefined ? [""] : [],',
      ],
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
  ...seenBy(
    ["src/layout/hidden-parts.test.ts"],
    [
      [
        "what stands where nobody knows it is not shown",
        "if (syntax === undefined || meanings.some(isSecret)) hide(hiding, value);",
        "if (meanings.some(isSecret)) hide(hiding, value);",
      ],
      [
        "a secret is not shown",
        'return meaning.kind === "attribute" && meaning.attribute.sensitive === true;',
        "return meaning === undefined;",
      ],
      [
        "what an alias stands for is not shown",
        "const followed = source.follow(part);\n    if (followed !== undefined) hide(hiding, followed);",
        "void part;",
      ],
      [
        "the words of what is no YAML are not shown",
        "tree === undefined ? withoutWords(source)",
        "tree === undefined ? source",
      ],
      [
        "what the parser quotes is not told",
        'const [first = ""] = message.split(/: |(?<=escape sequence) /);',
        "const first = message;",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/hidden-values.test.ts"],
    [
      [
        "a variable in a secret text is a secret by itself",
        "return [this.#value, ...this.#parts];",
        "return [this.#value];",
      ],
      [
        "a title that is secret is not told",
        'const told = withoutIn(step, ["title"], texts);',
        "const told = step;",
      ],
      [
        "what is live where a secret was applied is secret",
        "isHashed(applied) ||",
        "(applied !== null && isHashed === undefined) ||",
      ],
      [
        "drift tells no secret",
        "const isOpen = holdsText(entry.before, texts) || holdsText(entry.after, texts);",
        "const isOpen = texts.length < 0;\n  void holdsText;",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/secrets.test.ts"],
    [
      [
        "a secret of the layout is not told, whoever repeats it",
        "const revealed = new Set<string>(secretTexts);",
        "const revealed = new Set<string>();\n  void secretTexts;",
      ],
      [
        "what a read repeats of a secret is not told",
        "return hidingSecretsOf(desired, () => readInputs(setup, desired, about));",
        "return readInputs(setup, desired, about);",
      ],
    ],
  ),
  ...seenBy(
    ["test/inputs/layout-limits.test.ts", "test/inputs/app-limits.test.ts"],
    [
      [
        "a layout is so long at most",
        "if (characters <= mostCharacters.layout) return undefined;\n  const [longest]",
        "if (characters > 0) return undefined;\n  const [longest]",
      ],
      ["a file has so many words at most", "if (count > most.tokens)", "if (count < 0)"],
      [
        "things are so deep in one another at most",
        "if (parser.stack.length > most.depth)",
        "if (count < 0)",
      ],
      [
        "aliases are so deep in one another at most",
        "if (extent.depth > maxAliasedDepth) {",
        "if (extent.depth < 0) {",
      ],
      [
        "so many diagnostics are told at most",
        "if (diagnostics.length <= mostDiagnostics) return { told: diagnostics, more: 0 };",
        "if (diagnostics.length >= 0) return { told: diagnostics, more: 0 };",
      ],
      [
        "of a long line a part is told",
        "const isLong = line.length > most;",
        "const isLong = line.length < 0;",
      ],
      [
        "a long message is cut off",
        "return text.length <= longest ? text",
        "return text.length >= 0 ? text",
        "src/layout/shortened.ts",
      ],
      [
        "a text that is far too long is looked at no further",
        "const long = tooLongAt(attribute, clear);",
        "const long = tooLongAt === undefined ? [] : undefined;",
      ],
      [
        "what is not UTF-8 is refused",
        "if (foreign >= 0) return refuse(",
        "if (foreign < -1) return refuse(",
      ],
      [
        "several documents are refused",
        "if (second !== undefined) {",
        "if (second === null) {",
        "src/layout/yaml-source.ts",
      ],
      [
        "an empty file is refused",
        "if (document.contents === null) {",
        "if (document.contents === undefined) {",
      ],
      [
        "expressions stand for so much at most",
        "if (resolving.budget.left < 0 || waiting.length > mostWaiting)",
        "if (waiting.length < 0)",
      ],
    ],
  ),
  ...seenBy(
    ["src/cli/render/plain-text.test.ts"],
    [
      [
        "what nobody would see is shown",
        "return showInvisible(line, numberOf)",
        'return showInvisible("", numberOf)',
      ],
      ["what could steer is shown", ".replace(controls, numberOf)", '.replace(controls, "")'],
    ],
  ),
  ...seenBy(
    ["src/emulator/server.test.ts"],
    [
      [
        "the emulator is called by its own name",
        'if (!isLoopback(headers.host ?? ""))',
        "if (isLoopback === undefined)",
      ],
      [
        "a body is so large at most",
        "if (body === undefined) return refused(413,",
        'if (body === "never") return refused(413,',
      ],
    ],
  ),
  ...seenBy(
    ["src/layout/edit/still-referred.test.ts"],
    [
      [
        "what something is inside of stays with it",
        "return [container, ...Object.values(attributes)].some(",
        "void container;\n  return Object.values(attributes).some(",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/accept-part.test.ts"],
    [
      [
        "what nobody would see in a layout is written by its number",
        "return showInvisible(text.replace(turning, numberOf), numberOf);",
        "return text.replace(turning, numberOf);",
      ],
      [
        "what can be taken over is, beside what cannot",
        "if (!(whole instanceof DocsformError)) return whole;",
        "if (whole instanceof DocsformError) throw whole;\n  if (changes !== undefined) return whole;",
      ],
      [
        "what cannot be taken over is named",
        "left.push(...first.about.map(",
        "[].push(...([] as typeof first.about).map(",
      ],
    ],
  ),
  ...seenBy(
    ["test/cli/hostile-names.test.ts"],
    [
      [
        "a graph steers no terminal",
        'return `"${plainText(text).replace(',
        'void plainText;\n  return `"${text.replace(',
      ],
      [
        "a report steers no text",
        "message: { text: plainText(message) },\n    locations",
        "message: { text: message },\n    locations",
      ],
      [
        "a path that leads out of the folder is an address",
        'if (within.startsWith("..") || isAbsolute(within)) return',
        "if (isAbsolute(within)) return",
      ],
      ["annotations are shown", "\\\\u2066-\\\\u2069\\\\ufff9-\\\\ufffb", "\\\\u2066-\\\\u2069"],
    ],
  ),
  ...seenBy(
    ["test/inputs/hostile-files.test.ts"],
    [
      [
        "variables stand for no gigabytes",
        "if (expanded.left >= 0) return false;",
        "if (expanded !== undefined) return false;",
      ],
      [
        "aliases stand for no gigabytes",
        "if (addedCharacters > mostCharacters.layout) {",
        "if (addedCharacters > Number.MAX_SAFE_INTEGER) {",
      ],
      [
        "values are not nested without an end",
        "if (levelsLeft === 0) throw new TooDeepError();",
        "void TooDeepError;",
      ],
      ["who may read a token file is told", "(stats.mode & 0o044) !== 0;", "(stats.mode & 0o044) === -1;"],
    ],
  ),
];
