import type { CallWindow } from "../../../contract/http/service-clock.ts";
import type { ResourceType } from "../../../model/resource-type.ts";
import type { FoundObject } from "../../../model/snapshot.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import { type Access, askUntilConsistent, readSiblings } from "../access.ts";
import { expectWhole } from "../bulk-read.ts";
import { type CallKeys, type CreateInput, callKeys, childrenMadeWith, copySourceId } from "./create-key.ts";
import {
  type CallValues,
  type FoundOrigin,
  type Resolution,
  resolve,
  type UnknownCreate,
} from "./resolve.ts";

/** A creating call with an unknown outcome. */
export interface LostCreate {
  readonly type: ResourceType;
  readonly scopeId?: string | undefined;
  readonly input: CreateInput;
  /** Whether an object existed before the call, or is known to be another one. */
  readonly isKnown: (type: string, id: string) => boolean;
}

/** The result of a search for a lost create. `unreadable`: the reads failed, so nothing is known. */
export type Search =
  | {
      readonly kind: "found";
      readonly object: FoundObject;
      readonly children: readonly FoundObject[];
      readonly origin: FoundOrigin;
    }
  | Exclude<Resolution<FoundObject>, { readonly kind: "found" }>
  | { readonly kind: "unreadable"; readonly cause: unknown };

/**
 * Looks for the object of a lost create until the end of the consistency window, because a read may lag behind the write. `window`:
 * when the calls can have taken effect, as far as the responses until now show it.
 */
export async function findLostCreate(
  access: Access,
  lost: LostCreate,
  window: () => CallWindow | undefined,
): Promise<Search> {
  let last: Search = { kind: "none" };
  try {
    await askUntilConsistent(access, async () => {
      last = await searchOnce(access, lost, window);
      return isFinal(last) ? true : undefined;
    });
    return last;
  } catch (cause) {
    return { kind: "unreadable", cause };
  }
}

/** Whether a later read cannot show a better candidate. */
function isFinal(search: Search): boolean {
  return search.kind === "several" || (search.kind === "found" && search.origin === "created");
}

async function searchOnce(
  access: Access,
  lost: LostCreate,
  window: () => CallWindow | undefined,
): Promise<Search> {
  const siblings = await readSiblings(access, lost.type.name, lost.scopeId);
  const { found } = siblings;
  const resolution = resolve(access.index, unknownCreate(access.index, lost, window()), found);
  if (resolution.kind !== "found") {
    expectWhole(siblings, `the ${lost.type.label.one} that may have been created`);
    return resolution;
  }
  return { ...resolution, children: childrenMadeWith(lost.type, resolution.object.id, found) };
}

function unknownCreate(
  index: TypeIndex,
  { type, input, isKnown }: LostCreate,
  window: CallWindow | undefined,
): UnknownCreate {
  const valuesOf = ({ fields, key }: CallKeys["sent"]): CallValues => ({
    fields,
    has: (values) => values === key,
  });
  const keys = callKeys(index, type, input);
  return {
    type,
    createKey: valuesOf(keys),
    sent: valuesOf(keys.sent),
    source: copySourceId(type, input),
    window,
    isOther: (object) => isKnown(object.type, object.id),
  };
}
