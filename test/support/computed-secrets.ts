import * as z from "zod";
import type { ResourceType } from "../../src/model/resource-type.ts";
import type { FoundObject } from "../../src/model/snapshot.ts";
import { canary } from "./secret-values.ts";

/** The beginning of each computed secret. */
export const computedCanary = canary("Told");

/** The name of the computed secret. */
export const computedSecret = "signingKey";

/**
 * The types with a secret that the service computes for each object and repeats in another computed value. The views of the types have one, too.
 */
export function withComputedSecrets(types: readonly ResourceType[]): readonly ResourceType[] {
  return types.map((type) => ({
    ...type,
    computed: {
      ...type.computed,
      [computedSecret]: {
        description: "Signs what it sends.",
        schema: z.string(),
        sensitive: true,
        follows: [],
      },
      signed: { description: "What it sent last.", schema: z.string(), follows: [] },
    },
    reads: type.reads.map((read) => ({
      ...read,
      found: (answer, ownerId) => read.found(answer, ownerId).map(withSecret),
    })),
    writers: type.writers.map((writer) =>
      writer.fromResponse === undefined
        ? writer
        : { ...writer, fromResponse: (answer) => withSecretIf(writer.fromResponse?.(answer)) },
    ),
    ...(type.creation && {
      creation: {
        ...type.creation,
        created: (answer, sent) => {
          const { object, children } = type.creation?.created(answer, sent) ?? none();
          return { object: withSecret(object), children: children.map(withSecret) };
        },
      },
    }),
    ...(type.readById && {
      readById: {
        ...type.readById,
        found: (answer) => withSecret(type.readById?.found(answer) ?? none()),
      },
    }),
    ...(type.views && {
      views: type.views.map((view) => ({
        ...view,
        fields: {
          ...view.fields,
          [computedSecret]: {
            description: "Signs what it sends.",
            schema: z.string(),
            sensitive: true as const,
          },
        },
        valuesIn: (answer) => ({ ...view.valuesIn(answer), [computedSecret]: `${computedCanary}OfAView` }),
      })),
    }),
  }));
}

function none(): never {
  throw new Error("It had one.");
}

function withSecretIf(object: FoundObject | undefined): FoundObject | undefined {
  return object && withSecret(object);
}

function withSecret(object: FoundObject): FoundObject {
  const secret = computedSecretOf(object.id);
  return { ...object, computed: { ...object.computed, [computedSecret]: secret, signed: `By ${secret}.` } };
}

/** The computed secret of an object. */
export function computedSecretOf(id: string): string {
  return `${computedCanary}Of${id}`;
}
