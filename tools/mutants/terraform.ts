import { type Mutant, seenBy } from "./mutant.ts";

const provider = [
  "src/terraform",
  "test/terraform/docs-rpc.test.ts",
  "test/terraform/docs-planning.test.ts",
  "test/terraform/docs-reads.test.ts",
  "test/terraform/docs-secrets.test.ts",
  "test/terraform/docs-configuration.test.ts",
  "test/terraform/docs-publication.test.ts",
  "test/terraform/docs-read-only.test.ts",
  "test/terraform/docs-dissolve.test.ts",
  "test/terraform/docs-names.test.ts",
  "test/terraform/docs-words.test.ts",
  "test/terraform/docs-default.test.ts",
  "test/terraform/interrupted.test.ts",
];

/** Rules of the provider, and of the protocol that it speaks. */
export const terraformMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/terraform/docs-owned.test.ts"],
    [
      [
        "what Git Sync owns of an object is not written by Terraform",
        "if (owned?.attributes?.some(isWritten) === true) throw refusal(owned);",
        "",
      ],
      [
        "what Git Sync owns in a site is not written by Terraform",
        "if (owned?.contents === true) throw refusal(owned);",
        "",
      ],
      [
        "what Git Sync came to own after a plan is not deleted by it",
        '    await refuseOwned(session, { type, scopeId, attributes: [] }, "apply");\n',
        "",
      ],
    ],
  ),
  ...seenBy(
    ["test/terraform/docs-reads.test.ts"],
    [
      [
        "a write lets go of the lists of its scope",
        ".filter(({ scope }) => scope !== undefined && scope === type.scope)",
        ".filter(({ scope, name }) => scope !== undefined && scope === type.scope && name === type.name)",
      ],
      [
        "a name before the last says what the object is in",
        "return called.filter((object) => outerIdsOf(type, object).some((id) => ids.has(id)));",
        "return called;",
      ],
    ],
  ),
  ...seenBy(
    ["test/terraform/docs-copies.test.ts"],
    [
      [
        "another source of a copy plans nothing",
        "if (field.rule.onlyMakes === true && before !== null) {",
        "if (field.rule.onlyMakes === true && before === undefined) {",
      ],
    ],
  ),
  ...seenBy(
    ["test/terraform/docs-protected.test.ts"],
    [
      [
        "what is protected is not planned to go",
        '      refuseProtected(schema, prior, "destroy");\n      const',
        "      const",
      ],
      [
        "what is protected does not go",
        "  refuseProtectedAtLast(schema, prior);\n  if (isOnly",
        "  void refuseProtectedAtLast;\n  if (isOnly",
      ],
      [
        "what is protected is not replaced by its configuration",
        'if (prior !== null && requiresReplace.length > 0) refuseProtected(schema, prior, "replace");',
        "",
      ],
      [
        "what is protected is not replaced because a person asks for it",
        "if (prior === null && parsePrivate(bytes).isProtected === true)",
        "if (schema === undefined && bytes.length > 0)",
      ],
      [
        "what was created in part is not protected",
        "const unprotected = prior === null ? { [protectionField]: false } : {};",
        "const unprotected = {};\n  void protectionField;",
      ],
      [
        "an object that is imported is not protected",
        "[protectionField, before[protectionField] === true],",
        "[protectionField, options.before === null || before[protectionField] === true],",
      ],
    ],
  ),
  ...seenBy(provider, [
    [
      "what this run deletes refuses no newcomer",
      "      !done.deleted.has(objectKey(type.name, object.id)) &&\n",
      "",
    ],
    [
      "what is there already is not created beside",
      "    await refuseDuplicate(session, access, { type, address, scopeId, containerId, attributes }, before);\n",
      "    void refuseDuplicate;\n",
    ],
    [
      "a name that is given up in this run can be taken",
      "const duplicate = duplicateAmong(session, wanted, found);",
      "const duplicate = duplicateAmong(session, wanted, before);",
    ],
    [
      "what is allowed to be deleted is counted",
      "if (maxDeletes !== undefined && counted.size > maxDeletes)",
      "if (maxDeletes === null)",
    ],
    [
      "one object counts once",
      "counted.add(objectKey(type, id));",
      "counted.add(objectKey(type, `${id} ${counted.size}`));",
    ],
    [
      "a create that an earlier process sent is looked for",
      "if (left[0] !== undefined) return takeOver(session, type, again.intent, left[0], before);",
      "",
    ],
    [
      "a create whose answer an earlier process heard is taken over",
      "if (heard?.id !== undefined) return takeOver(session, type, heard.intent, heard.id, before);",
      "",
    ],
    [
      "several that could be a lost create are a question",
      "if (left.length > unheard) throw severalLost(wanted, left);",
      "",
    ],
    ["what was there before a lost create is not it", "!again.knownIds.includes(id) &&", ""],
    [
      "a refused create is not remembered",
      "if (leftNothing(error)) session.host.attemptedCreates.close(intent);",
      "",
    ],
    [
      "a create of unknown outcome is remembered",
      "if (leftNothing(error)) session.host.attemptedCreates.close(intent);",
      "session.host.attemptedCreates.close(intent);\n    void leftNothing;",
    ],
    [
      "what Terraform knows is over",
      "confirm: (type, id) => load().thatMade(type, id).forEach(close),",
      "confirm: () => void close,",
    ],
    [
      "a shutdown that was heard settles every answer",
      "for (const intent of unconfirmed) notes?.remove(intent);",
      "",
    ],
    [
      "what leaves a container is moved before that goes",
      "await moveOut(session, access, { type, id, scopeId, address }, plan);",
      "void plan;\n      void moveOut;",
    ],
    [
      "a name that another one gives up is waited for",
      "await waitUntilFree(access, wanted, { rules, giveWay, cause: error });\n",
      "void waitUntilFree;\n",
    ],
    [
      "a token that is refused is told once",
      "await checkAccess(session, settings);\n",
      "void checkAccess;\n",
    ],
    [
      "a default of false is no change",
      "else if (configured === false && before !== null) planned[defaultField] = before;",
      "void configured;",
    ],
    [
      "the word for null is among the choices that are told",
      ": { ...issue, values: [...issue.values, word] };",
      ": issue;",
    ],
    [
      "what another plan moves is not moved",
      "each?.plan === wanted && isMeant(each)",
      "each !== undefined && isMeant(each)",
    ],
    [
      "what was moved with its container is not moved again",
      "const from = moved === undefined ? textOf(prior, schema.containerField) : moved;",
      "const from = textOf(prior, schema.containerField);\n  void moved;",
    ],
    [
      "a secret whose version was raised is written",
      "return prior?.[writeOnly.version] !== planned?.[writeOnly.version];",
      "return false;",
    ],
    [
      "a write that repeats a secret is not shown",
      "const told = hidingSecrets(error, secretTexts(schema, request));",
      "const told = error;\n    void hidingSecrets;\n    void secretTexts;",
    ],
    [
      "nor is one that repeats a secret of before",
      "  return [prior, planned].flatMap((state) =>",
      "  void prior;\n  return [planned].flatMap((state) =>",
    ],
    [
      "what is only for reading is not set",
      "if (isReadOnly(attribute)) return [readOnly(attribute, place)];",
      "",
    ],
    [
      "what is required is not null",
      "return attribute.required === true ? [missing(attribute, place)] : [];",
      "return [];",
    ],
    [
      "what turns out null is refused when it is planned",
      "if (wrong.length > 0) return { ...asProposed, diagnostics: wrong };",
      "",
    ],
    [
      "the address of a site is open until it is published",
      "planned[field.name] = isNew ? unknown : plannedComputed(",
      "planned[field.name] = isNew ? null : plannedComputed(",
    ],
    [
      "a publication hears that the run changes its site",
      "session?.planned.get(",
      "new Map<string, readonly string[]>().get(",
    ],
    [
      "what a change cannot touch stays known",
      "follows.some((name) => changed.includes(name))",
      "follows.some((name) => changed.includes(name) || name !== undefined)",
    ],
    [
      "what is gone needs no leave-taking",
      "if (located === undefined && planned === null) return undefined;",
      "",
    ],
    [
      "what is as it should be is not written",
      "if (Object.keys(values).length === 0) return located?.object;",
      "",
    ],
  ]),
  ...seenBy(
    ["src/terraform/resources/open-values.test.ts", "test/terraform/docs-planning.test.ts"],
    [
      [
        "when an object was last changed is open whatever is written",
        'follows === "any write" || follows',
        'follows !== "any write" && follows',
      ],
      [
        "a secret's new version changes what follows it",
        "rule?.sensitive === true ? [name, writeOnlyOf(name).version] : [name]",
        "[name]",
      ],
      [
        "what was not there and cannot come stays known",
        "return Object.values(parts).some((part) => canChange(part, changed)) ? unknown : before;",
        "return unknown;",
      ],
    ],
  ),
  ...seenBy(
    ["test/terraform/docs-names.test.ts"],
    [
      [
        "what a plan has let go of an object goes first",
        "if (referring.length > 0) {",
        "if (referring.length > 99) {",
      ],
      [
        "who holds a name that the plan gives away is renamed",
        "way = await giveWay(taken.holder, taken.attribute);",
        'way = "stays";\n    void giveWay;',
      ],
      [
        "who has the name of a newcomer gives it up",
        'for (const name of names) if ((await giveWay(holder, name)) === "to be deleted") leaving = name;',
        "void [giveWay, names];",
      ],
      [
        "who waits for a name that is deleted later is told to apply again",
        'if (plannedMoves.removesFor(wanted, holder)) return "to be deleted";',
        "",
      ],
      [
        "what has let go already is not waited for",
        "return done.deleted.has(key) || done.updated.has(key);",
        "return done.deleted.has(key);",
      ],
      [
        "what nothing refers to any more is deleted",
        "({ until }) => until.size === 0);",
        "({ until }) => until.size < 0);",
      ],
    ],
  ),
  ...seenBy(
    ["src/tfplugin", "test/terraform/protocol-calls.test.ts", "test/terraform/protocol-process.test.ts"],
    [
      [
        "only Terraform starts it",
        "if (environment[cookieName] === cookieValue) return;",
        "if (cookieValue !== environment[cookieName]) return;\n  return;",
      ],
      [
        "another protocol is refused",
        'versions.split(",").includes(String(protocolVersion))',
        'versions.split(",").length > 0',
      ],
      [
        "a client without a certificate is refused",
        "if (der.length > 0) return der;",
        "if (der.length >= 0) return der;",
      ],
      [
        "only the client whose certificate was named is let in",
        "if (shown?.equals(clientCertificate) === true) admitted(socket);",
        "if (shown !== null) admitted(socket);",
      ],
      [
        "the decoder of Terraform gets no padding",
        '.toString("base64").replace(/=+$/, "")',
        '.toString("base64")',
      ],
      ["a message that is too large is refused", "if (length > this.#limit) {", "if (length < 0) {"],
      [
        "more than one message is refused",
        "if (this.#expected !== undefined && this.#received > this.#expected) {",
        "if (this.#received < 0) {",
      ],
      [
        "half a message is refused",
        "if (this.#expected === undefined || this.#received < this.#expected) {",
        "if (this.#expected === undefined) {",
      ],
      ["compressed messages are refused", "if (compressed === 1)\n", "if (compressed === 99)\n"],
      [
        "a malformed frame is refused",
        'if (compressed !== 0) throw new GrpcError(grpcStatus.internal, "The frame of the message is malformed.");',
        "",
      ],
      [
        "a method that is not there is told",
        "if (method === undefined) {\n    stream.resume();\n    return endWithStatus(",
        "if (method === undefined) {\n    stream.resume();\n    return respondOnly(stream, 404);\n    endWithStatus(",
      ],
      ["a deadline ends a call", "if (timeout !== undefined) this.#limitTime(timeout);", ""],
      ["a call that went away is aborted", "if (!this.#answered) this.#abort();", ""],
      [
        "only our own errors are told",
        "if (!(error instanceof DocsformError)) {\n    return new GrpcError",
        "if (error === null) {\n    return new GrpcError",
      ],
      ["the last connection ends the process", "if (open === 0) end(0);", ""],
      ["nothing is left of the socket", "    listening.remove();\n", ""],
      [
        "a socket's path fits",
        "Buffer.byteLength(folder) + suffix <= longestSocketPath",
        "folder.length > 0",
      ],
    ],
  ),
];
