import { type Mutant, seenBy } from "./mutant.ts";

/** What was there before docsform, and is only adopted. */
export const adoptedMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/resources/members.test.ts"],
    [
      ["whom the token acts for is never deleted", " && !isOwnUserOf(inputs, live)", ""],
      ["who is named in something else is no stranger", " && !names(live)", ""],
      ["that they stay is told", "  notes.push(...ownUserNotes(inputs));\n", ""],
      [
        "the token's own rights are not changed unasked",
        "changed.some((name) => givesAccess(context, desired.type, name))",
        "changed.length < 0",
      ],
      [
        "who the token acts for is asked where people are known",
        "(arePeople === true && found.has(name))",
        "false",
      ],
      [
        "what was never made here is not taken for replaced",
        "    if (isOnlyAdopted(inputs.types.get(desired.type))) continue;\n",
        "",
      ],
      [
        "what cannot be changed is told",
        "if (replaces === undefined || !isOnlyAdopted(type)) return [];",
        "return [];",
      ],
      ["no key is made of no field", " || fields.length === 0", ""],
      [
        "destroying leaves what was only adopted",
        "({ live: { type } }: Pair) => isOnlyAdopted(",
        "({ live: { type } }: Pair) => false && isOnlyAdopted(",
      ],
      ["declaring what is only adopted means it", "isOnlyAdopted(types.get(type)) || known.has", "known.has"],
    ],
  ),
  ...seenBy(
    ["test/terraform/docs-adopted.test.ts"],
    [
      [
        "what is so already is not written",
        "const changed = declared.filter((field) => !isLive(field));",
        "const changed = declared;",
      ],
      [
        "one resource takes it over",
        "if (session.done.created.has(keyOf(found))) throw",
        'if (found.id === "") throw',
      ],
      [
        "Terraform changes no rights of the token's user",
        "given.length === 0 || live === undefined",
        "given.length >= 0 || live === undefined",
      ],
      [
        "Terraform deletes nothing that was only adopted",
        "  if (isOnlyAdopted(type)) return { ...gone, diagnostics: [leftAsItIs(schema, address)] };\n",
        "",
      ],
      ["letting it be counts for nothing", "deletes: !isOnlyAdopted(type)", "deletes: true"],
      [
        "what is not there does not end a plan",
        "  if (found === undefined) return { diagnostics: [isNotThere(schema, config)] };\n",
        "  if (found === undefined) throw notThere(schema, config);\n",
      ],
      [
        "what a takeover changes is told",
        "diagnostics: [...told, ...changesOf(schema, config, object, changed)]",
        "diagnostics: told",
      ],
    ],
  ),
  ...seenBy(
    ["test/terraform/docs-owners.test.ts"],
    [
      [
        "an object has one resource",
        "else if (other.instance !== instance) throw",
        'else if (other.instance === "") throw',
      ],
      [
        "what takes the place of a replaced resource is the same one",
        "return formatPrivate({ instance, ...parsePrivate(bytes) });",
        "return formatPrivate({ ...parsePrivate(bytes), instance });",
      ],
      ["a ring of names is refused", "if (leadsTo(renamings, to.key, from.key))", "if (to.key === from.key)"],
      [
        "a replaced object is free for another resource",
        "  // What is replaced is not owned, and what replaces it is planned next.\n  if (requiresReplace.length > 0) return [];\n",
        "",
      ],
    ],
  ),
];
