import { type Mutant, seenBy } from "./mutant.ts";

/** What an app is told when it is synthesised. */
export const constructMutants: readonly Mutant[] = [
  ...seenBy(
    ["test/cli/synthesised-app.test.ts"],
    [
      [
        "what an app calls wrong is not applied",
        'level === "@cdktf/error" ? "error"',
        'level === "@cdktf/error" ? "warning"',
      ],
      [
        "what an app warns of is shown",
        'level === "@cdktf/warn" ? "warning"',
        'level === "@cdktf/warn" ? undefined',
      ],
      [
        "an app says how many requests may be in flight",
        "...(maxConcurrency === undefined ? {} : { maxConcurrency: Number(maxConcurrency) }),",
        "",
      ],
      [
        "what an app says of requests in flight bounds them",
        "Math.min(settings.concurrency, defaults.maxConcurrency ?? settings.concurrency)",
        "settings.concurrency",
      ],
    ],
  ),
  ...seenBy(
    ["src/constructs/constructs.test.ts", "src/constructs/docs-layout.test.ts"],
    [
      ["an id is not an object", "if (!isObject(value))", 'if (name === "")'],
      [
        "where a section is published is read when its site is",
        "if (publication === undefined) return this.resource.urls;",
        "if (publication !== null) return this.resource.urls;",
        "src/constructs/site-section.ts",
      ],
      [
        "where a variant is published is read when its site is",
        "if (publication === undefined) return this.resource.urls;",
        "if (publication !== null) return this.resource.urls;",
        "src/constructs/site-space.ts",
      ],
      ["a reference is to the right type", "if (!kinds.includes(value.kind))", "if (kinds.length === 0)"],
      [
        "a reference stays on its site",
        "if (own === undefined || scope?.kind !== own.kind || identityOf(own) === identityOf(scope)) return [];",
        "if (scope !== null) return [];",
      ],
      [
        "a reference to another stack stays in its organization",
        "if (own === undefined || theirs === undefined || own === theirs) return [];",
        "if (referrer !== null) return [];",
      ],
      [
        "a reference keeps its provider",
        "if (providerName(resource.provider) === providerName(provider)) return [];",
        "if (provider !== null) return [];",
      ],
      [
        "a site without content is not published",
        "if (!isLive || !this.#place.startsEmpty || this.#hasContent()) return [];",
        "if (isLive !== null) return [];",
      ],
      ["paths tell apart what is shown twice", "problems.push(...claimName(owner, kind, given, place));", ""],
      [
        "addresses wait for the publication",
        "return this.structure.publication?.urls ?? this.resource.urls;",
        "return this.resource.urls;",
      ],
      ["secrets of a layout need not be there at synth", "secretsLater: true,", "secretsLater: false,"],
      ["an order stays on its site", "!isManaged(member) && isOnAnother(site, member)", "false"],
    ],
  ),
  ...seenBy(
    ["test/planning/order.test.ts", "src/synthesised", "test/terraform/same-app.test.ts"],
    [
      [
        "what an order leaves out is not moved",
        "const siblings = children.filter(isOrdered).map((child) => child.address);",
        "const siblings = children.map((child) => child.address);",
      ],
      [
        "an app's order speaks for what it lists",
        'return app.orders.has(parentOf(object) ?? "") ? { ...object, isUnordered: true as const } : object;',
        "return object;",
      ],
      [
        "what an order leaves out has no place in the lock",
        "rank: type.order && object.isUnordered !== true ? object.rank : undefined,",
        "rank: type.order ? object.rank : undefined,",
      ],
    ],
  ),
  ...seenBy(
    ["test/terraform/cross-stack.test.ts"],
    [
      [
        "another stack orders what it puts into a site by itself",
        "if (stack === TerraformStack.of(site)) return this;",
        "if (stack !== null) return this;",
      ],
      [
        "the orders of two stacks come as these are applied",
        "const parts = declaresParent ? [own, first] : [first, own];",
        "const parts = declaresParent ? [first, own] : [own, first];",
      ],
      [
        "the state of another stack is found by its name",
        'stacks.filter((each) => each.name.replace(/[^\\w-]/g, "") === wanted);',
        "stacks.filter((each) => each.name === wanted);",
      ],
    ],
  ),
  ...seenBy(
    ["test/constructs/cdktn.test.ts"],
    [
      [
        "constructs for another library name the right ones",
        "if (own === undefined || entry === undefined || theirs === own) return;",
        "if (own === undefined || entry === undefined || theirs !== own) return;",
      ],
    ],
  ),
];
