import * as z from "zod";
import type { Json, JsonObject } from "../../util/json.ts";
import { apiVersions } from "../endpoint.ts";
import { origins } from "../state.ts";
import { waysToMatch } from "./matched-by.ts";
import { permissions, thresholdFlags } from "./permission-flags.ts";
import {
  type Danger,
  dangerMeanings,
  type Effect,
  effectMeanings,
  type GuardRefusal,
  type NodeId,
  type PlanNode,
  type PlanStep,
  planVersion,
} from "./plan.ts";

export const address = z
  .string()
  .describe("Address of an object: type.name, or type.@id for an object that the layout does not declare.");
export const value: z.ZodType<Json> = z
  .json()
  .describe(
    "A JSON value. { $ref: address } is the id of an object, { $secret: { source, hash } } is a secret, { $text: n } is the text of the plan's texts at the index n.",
  );
export const values = z.record(z.string(), value);
export const trueOrAbsent = z.literal(true).exactOptional();

const stepBase = {
  address,
  type: z.string(),
  title: z.string(),
  renamedFrom: address
    .exactOptional()
    .describe("Former address: the state has the object at this address, and the layout at the new one."),
};
const deletion = z.object({ fingerprint: z.string(), contents: z.array(z.string()) });
export const namesById = z
  .record(z.string(), z.string())
  .exactOptional()
  .describe("Names for the ids in before and after, by id: the address, or else a title with the id.");
const undoes = trueOrAbsent.describe(
  "The step reverts a change that was made on the service after the last apply. The layout did not change it, or only other parts of the same value.",
);
const changes = z.array(
  z.object({
    attribute: z.string(),
    before: value,
    after: value,
    shown: z
      .object({ before: z.string().exactOptional(), after: z.string().exactOptional() })
      .exactOptional()
      .describe(
        "What people see of these values, such as the validity of a certificate. It contains no secret.",
      ),
    namesById,
    sensitive: trueOrAbsent,
    undoes,
    undoneParts: z
      .array(z.string())
      .exactOptional()
      .describe(
        "The parts of the value that the step reverts, if the layout changed other parts. Absent: the layout did not change the value.",
      ),
  }),
);

const possibleMatches = z
  .array(
    z.object({
      address,
      id: z.string(),
      title: z.string(),
      line: z
        .string()
        .describe("Line to write into the entry of the new object if both are the same object."),
      isWholeEntry: trueOrAbsent.describe("The line replaces the whole entry."),
    }),
  )
  .exactOptional()
  .describe("Objects that the same plan deletes or forgets, and that may be this object under another name.");

const matchedBy = z.enum(waysToMatch).describe("How docsform matched the object.");

export const step: z.ZodType<PlanStep> = z.discriminatedUnion("action", [
  z.object({
    ...stepBase,
    action: z.literal("create"),
    attributes: values,
    shown: z
      .record(z.string(), z.string())
      .exactOptional()
      .describe("What people see of attributes that are secret or long, by name. It contains no secret."),
    container: value.exactOptional(),
    isDefault: trueOrAbsent,
    createdWith: address.exactOptional(),
    undoes,
    lostAttributes: z
      .array(z.string())
      .exactOptional()
      .describe("Attributes whose former values docsform cannot set on the object that it puts back."),
    possibleMatches,
    expects: z.object({ knownIds: z.string().describe("Name of a list in the plan's knownIds.") }),
  }),
  z.object({ ...stepBase, action: z.literal("patch"), id: z.string(), changes }),
  z.object({
    ...stepBase,
    action: z.literal("move"),
    id: z.string(),
    from: address.nullable(),
    to: address.nullable(),
    after: address.nullable().exactOptional(),
    undoes,
    expects: z.object({
      container: z.string().nullable(),
      siblings: z.string().describe("Name of a list in the plan's siblings."),
    }),
  }),
  z.object({
    ...stepBase,
    action: z.literal("delete"),
    id: z.string(),
    deletedWith: address.exactOptional(),
    undoes,
    lostAttributes: z
      .array(z.string())
      .exactOptional()
      .describe("Undeclared attributes whose values are permanently lost."),
    expects: deletion,
  }),
  z.object({
    ...stepBase,
    action: z.literal("replace"),
    id: z.string(),
    changes,
    attributes: values,
    container: value.exactOptional(),
    isDefault: trueOrAbsent,
    reason: z.string(),
    undoes,
    lostAttributes: z
      .array(z.string())
      .exactOptional()
      .describe("Attributes whose values docsform cannot set on the new object."),
    expects: deletion,
  }),
  z.object({
    ...stepBase,
    action: z.literal("import"),
    id: z.string(),
    matchedBy: matchedBy.exclude(["state", "journal"]),
  }),
  z.object({
    ...stepBase,
    action: z.literal("record"),
    id: z.string(),
    protect: z.boolean().describe("Whether the state protects the object from deletion afterwards."),
  }),
  z.object({
    ...stepBase,
    action: z.literal("forget"),
    id: z.string(),
    reason: z.enum(["gone", "undeclared"]),
  }),
]);

const namedObject = z.object({ address, type: z.string(), id: z.string(), title: z.string() });
export const readers = z
  .object({
    who: z
      .enum(["everyone", "url", "link", "visitors"])
      .describe(
        "everyone; url: whoever knows the URL; link: whoever has a share link; visitors: whoever is signed in to the site.",
      ),
    conditions: z.array(z.string()).exactOptional().describe("All conditions that visitors must meet."),
    isUnlisted: trueOrAbsent.describe("The navigation omits it."),
  })
  .nullable();
export const level = z.string().nullable();

/** An effect of a plan or of drift, of one of these kinds. */
function effectOf<Kind extends string>(meanings: Readonly<Record<Kind, string>>): z.ZodType<Effect<Kind>> {
  const kinds = Object.keys(meanings) as [Kind, ...Kind[]];
  const texts = kinds.map((kind) => `${kind}: ${meanings[kind]}`);
  return z.object({
    kind: z.enum(kinds).describe(`${texts.join("; ")}.`),
    steps: z.array(z.number().int().min(0)).describe("Indexes of the steps that cause it."),
    address,
    type: z.string(),
    title: z.string(),
    attribute: z.string().exactOptional().describe("The attribute, if its values decide."),
    readers: z
      .object({ before: readers, after: readers })
      .exactOptional()
      .describe("Who can read it now, and afterwards. null: nobody."),
    levels: z
      .object({ before: level, after: level })
      .exactOptional()
      .describe("What members may do now, and afterwards. null: nothing."),
    url: z
      .string()
      .exactOptional()
      .describe("Where readers find it: afterwards, or before if nobody does afterwards."),
    formerUrl: z.string().exactOptional().describe("The URL that ends or moves."),
    formerContent: namedObject.exactOptional().describe("The content that readers found at the URL before."),
    otherPlaces: z
      .number()
      .int()
      .exactOptional()
      .describe("Number of further places where the same happens to the content."),
    undoes: trueOrAbsent.describe(
      "It opens what a person closed on the service after the last apply, or closes what a person opened.",
    ),
    isUnread: trueOrAbsent.describe("docsform did not read these contents."),
    isAssumed: trueOrAbsent.describe("It rests on a rule that no document of the service states."),
  }) as unknown as z.ZodType<Effect<Kind>>;
}

export const danger: z.ZodType<Danger> = effectOf(dangerMeanings);
export const effect: z.ZodType<Effect> = effectOf(effectMeanings);

// A reader of a plan only compares node ids, so every text is valid.
const nodeName = z.string() as unknown as z.ZodType<NodeId>;

const nodeBase = {
  id: nodeName,
  step: z.number().int().describe("Index of the node's step."),
  after: z.array(nodeName).describe("Ids of nodes that must finish first."),
  calls: z.number().int().min(0),
  inCallOf: nodeName.exactOptional().describe("Id of the node whose call does the work of this one too."),
  address,
  scope: address.exactOptional(),
  opens: trueOrAbsent.describe(
    "It opens an existing object to more people, so it waits for everything that closes or removes something there.",
  ),
};

const node: z.ZodType<PlanNode> = z.discriminatedUnion("kind", [
  z.object({
    ...nodeBase,
    kind: z.literal("create"),
    attributes: values,
    container: address.nullable().exactOptional(),
    shownBy: nodeName
      .exactOptional()
      .describe("Id of the write that shows the object to readers. They do not see it before that write."),
    firstChild: z.object({ address, attributes: values }).exactOptional(),
  }),
  z.object({
    ...nodeBase,
    kind: z.literal("write"),
    writer: z.string(),
    values,
    before: values,
    temporary: trueOrAbsent,
  }),
  z.object({ ...nodeBase, kind: z.literal("reparent"), from: address.nullable(), to: address.nullable() }),
  z.object({
    ...nodeBase,
    kind: z.literal("reorder"),
    position: z.union([z.object({ before: address }), z.object({ after: address })]),
  }),
  z.object({ ...nodeBase, kind: z.literal("set-default"), container: address.nullable() }),
  z.object({ ...nodeBase, kind: z.literal("delete") }),
]);

export const refusal = z.object({
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
  addresses: z.array(address),
  forgets: trueOrAbsent.describe("The refusal is about objects to forget."),
  deletes: trueOrAbsent.describe("The refusal is only about deletes."),
  unreliable: trueOrAbsent.describe("The refresh is incomplete, so the plan is unreliable."),
  renamed: z
    .array(z.string())
    .exactOptional()
    .describe("What to write if a created object is not new: each line makes it one that it may be."),
  permittedBy: z.enum(Object.values(permissions).map(({ flag }) => flag)).exactOptional(),
  threshold: z
    .object({ flag: z.enum(Object.values(thresholdFlags)), atLeast: z.int() })
    .exactOptional()
    .describe("The flag of the exceeded threshold, and the lowest value that permits the plan."),
} satisfies Readonly<Record<keyof GuardRefusal, z.ZodType>>);

const selection = z
  .object({
    target: z.array(address).exactOptional().describe("Only these objects and what they need."),
    only: z.array(address).exactOptional().describe("Only these objects, their contents and what they need."),
    exclude: z
      .array(address)
      .exactOptional()
      .describe("Everything except these objects, their contents and what needs them."),
    leftOut: z
      .array(
        z.object({
          address,
          action: z.enum(["create", "patch", "move", "delete", "replace", "import", "record", "forget"]),
          needs: address.exactOptional().describe("The excluded object that this step needs."),
          opens: trueOrAbsent.describe(
            "The step would open something before `needs` closes or removes something there.",
          ),
        }),
      )
      .describe("Steps of the whole plan that this plan does not contain."),
  })
  .describe("The selection. Absent: the plan is complete.");

export const planShape = z.object({
  docsformPlan: z.literal(planVersion).describe("Version of the format."),
  organizationId: z.string(),
  apiVersion: z.enum(apiVersions),
  salt: z
    .string()
    .regex(/^[0-9a-f]+$/)
    .describe("Salt of the hashes of secrets in this plan."),
  temporarySuffix: z.string().describe("Suffix of the temporary values in this plan."),
  steps: z.array(step).describe("The steps, for people."),
  dangers: z.array(danger).optional().describe("The effects to look at first, worst first."),
  effects: z.array(effect).optional().describe("What else becomes different for readers and members."),
  nodes: z
    .array(node)
    .describe("The nodes, which are the order of the work: each names the nodes that must finish first."),
  existing: z.record(
    z.string(),
    z.object({ type: z.string(), id: z.string(), scopeId: z.string().exactOptional() }),
  ),
  knownIds: z
    .record(z.string(), z.array(z.string()))
    .describe(
      "Ids of the live objects of a type in a scope when the plan was made. Creates name their list.",
    ),
  siblings: z
    .record(z.string(), z.array(z.string()))
    .describe(
      "Ids of siblings in one parent, in their order, when the plan was made. Moves name their list.",
    ),
  managed: z.record(
    z.string(),
    z.object({
      id: z.string().exactOptional(),
      origin: z
        .enum(origins)
        .exactOptional()
        .describe(
          "How the object came under management: a run of this layout created it, a person imported or confirmed it, or a run probably created it, but its response was lost. Absent: the object is unconfirmed, or does not exist yet.",
        ),
      scope: address.exactOptional(),
      attributes: values,
      undeclared: values.exactOptional().describe("Undeclared values that decide who sees the object."),
      unknown: z
        .array(z.string())
        .exactOptional()
        .describe(
          "Names of undeclared attributes that decide who sees the object, and whose values are known only after it is created.",
        ),
      container: value.exactOptional(),
      isDefault: trueOrAbsent,
      rank: z.number().int().exactOptional(),
      protect: trueOrAbsent,
      was: z.array(value).exactOptional().describe("The values of the former key that `was:` declares."),
    }),
  ),
  orders: z.array(z.object({ scope: address, container: address.nullable(), siblings: z.array(address) })),
  found: z
    .array(
      namedObject.extend({
        matchedBy,
        origin: z
          .literal("recovered")
          .exactOptional()
          .describe("An earlier run probably created it. Absent: docsform found it only by its key."),
      }),
    )
    .describe(
      "Objects that docsform found only by a title, a path or an e-mail address, or after the response to their create was lost, and that nobody has confirmed. Applying the plan with --allow-import confirms them.",
    ),
  unmanaged: z.array(
    z.object({
      address,
      type: z.string(),
      id: z.string(),
      title: z.string(),
      layout: z
        .string()
        .exactOptional()
        .describe("The other layout that manages it, as far as the states beside this layout's show."),
    }),
  ),
  notes: z.array(z.object({ code: z.string(), address: address.exactOptional(), message: z.string() })),
  guard: z.object({
    refusals: z.array(refusal),
    deletes: z.number().int(),
    changes: z.number().int(),
    managed: z.number().int(),
  }),
  writeCalls: z.number().int().min(0),
  selection: selection.exactOptional(),
  texts: z.array(z.string()).exactOptional().describe("The long texts of values, each once."),
});

const threshold = z.union([z.strictObject({ share: z.number() }), z.strictObject({ count: z.number() })]);

const desired = z.looseObject({
  environment: z.string().exactOptional().describe("Name of the layout's environment."),
  organizationId: z.string(),
  objects: z.array(
    z.looseObject({
      address,
      type: z.string(),
      scope: address.exactOptional(),
      container: z.union([z.object({ $ref: address }), z.string(), z.null()]).exactOptional(),
      attributes: values,
      pin: z.string().exactOptional(),
      was: values.exactOptional(),
      ignore: z.array(z.string()),
      owns: z.array(z.string()),
      rank: z.number(),
    }),
  ),
  prune: z.array(z.string()),
  safety: z.strictObject({
    maxDeletes: threshold.exactOptional(),
    maxChanges: threshold.exactOptional(),
    undo: z.literal("refuse").exactOptional(),
    opens: z.literal("refuse").exactOptional(),
  }),
});

const savedShape = planShape.extend({
  layout: z.string().describe("The name of the layout."),
  state: z
    .string()
    .nullable()
    .describe("Hash of the state that the plan was made with; null: there was no state."),
  desired: desired.describe("The layout. docsform apply plans from it again."),
  moves: z.record(z.string(), z.string()).describe("The present address of each former address."),
  hash: z.string().describe("Hash of everything else in the file. It identifies this plan."),
});

export const savedPlanSchema: z.ZodType<unknown> = savedShape;

/** JSON Schema (2020-12) of a saved plan. */
export function planJsonSchema(): JsonObject {
  const { $schema, ...schema } = z.toJSONSchema(savedShape) as JsonObject;
  return {
    $schema: $schema ?? null,
    title: "docsform plan",
    description: "What docsform apply will do, and the layout from which it plans again. Contains no secret.",
    ...schema,
  };
}
