import type { Address } from "../../model/address.ts";
import { fail } from "../../model/codes/plan-words.ts";
import type { DesiredObject, DesiredWorld } from "../../model/desired-world.ts";
import { isReference } from "../../model/desired-world.ts";
import type { DocsformError } from "../../model/errors.ts";
import { keyOf, objectKey } from "../../model/object-key.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import { isCertain, type State, stateVersion } from "../../model/state.ts";
import { indexTypes } from "../../model/type-index.ts";
import type { Lock } from "../../state/disk.ts";
import { present } from "../../util/present.ts";
import { withArticle } from "../../util/with-article.ts";
import { attemptsIn } from "../live/create/attempts.ts";
import { knownNames } from "../plan/decide/known-names.ts";
import { titleOfLive } from "../plan/decide/object-names.ts";
import { matchLayout } from "../plan/match/match-layout.ts";
import { secretTextsOf, withoutIn } from "../plan/world/secret-texts.ts";
import { meantAddress } from "../plan/world/unknown-address.ts";
import {
  addressesByObject,
  addressInUse,
  importedEntry,
  otherAddressOf,
  saveImported,
} from "./edit-state.ts";
import { type ReadOptions, type RunInputs, readInputs } from "./read-inputs.ts";
import { refuseOtherLayouts } from "./refuse-other-layouts.ts";
import type { Setup } from "./setup.ts";

/** An address of the layout, and the live object to import under it. */
export interface ImportOne extends Pick<ReadOptions, "moves" | "signal"> {
  readonly desired: DesiredWorld;
  readonly address: Address;
  readonly id: string;
}

/** The imported object. `isKnown`: the state already had it. */
export interface ImportedOne {
  readonly title: string;
  readonly isKnown: boolean;
}

/** The inputs that name the places of objects. */
type NameInputs = Parameters<typeof knownNames>[0];

/** Adds a live object to the state under an address of the layout. It writes nothing else: the next plan handles differences. */
export async function importOne(setup: Setup, lock: Lock, request: ImportOne): Promise<ImportedOne> {
  const { desired, address, id, moves, signal } = request;
  const declared = declaredAs(desired, address);
  const pinned = { ...desired, objects: desired.objects.map((each) => withPin(each, address, id)) };
  const inputs = await readInputs(setup, pinned, present({ moves, signal }));
  const matched = matchLayout({ ...inputs, desired: pinned });
  const { types, live, state } = matched;
  const found = live.get(declared.type, id) ?? refuseMissing(setup, inputs, declared.type, id);
  checkPlace(matched, declared, found);
  refuseOtherLayouts(setup, inputs, [found]);
  const texts = secretTextsOf({ ...inputs, types: setup.types, desired });
  const { title } = withoutIn({ title: titleOfLive(types, found) }, ["title"], texts);
  const entry = state?.objects[address];
  if (entry?.id === id && isCertain(entry.origin)) return { title, isKnown: true };
  const before = state ?? emptyState(setup, desired, inputs);
  const isReplacement = attemptsIn(inputs.remembered.journal).open.has(address);
  refuseTaken(before, request, found, isReplacement);
  const isLive = (other: string) => live.get(declared.type, other) !== undefined;
  await saveImported(setup, lock, inputs.remembered, before, {
    [address]: importedEntry(before.objects[address], found, isLive),
  });
  return { title, isKnown: false };
}

function declaredAs({ objects }: DesiredWorld, address: Address): DesiredObject {
  const declared = objects.find((object) => object.address === address);
  if (declared !== undefined) return declared;
  const addresses = objects.map((object) => object.address);
  const meant = meantAddress(address, addresses);
  throw fail("import/not-declared", { case: "layout", address, remedy: meant ?? "" });
}

function withPin(object: DesiredObject, address: Address, id: string): DesiredObject {
  return object.address === address ? { ...object, pin: id } : object;
}

/** Throws an error that shows what the id belongs to instead. */
function refuseMissing({ types: all }: Setup, { live }: RunInputs, type: string, id: string): never {
  const types = indexTypes(all);
  const { label } = types.get(type);
  const other = live.objects.find((object) => object.id === id);
  if (other !== undefined)
    throw fail("import/other-type", {
      id,
      actual: withArticle(types.get(other.type).label.one),
      title: titleOfLive(types, other),
      wanted: withArticle(label.one),
    });
  const otherOrganization = live.transferredObjects?.find(
    (object) => keyOf(object) === objectKey(type, id),
  )?.organizationId;
  if (otherOrganization !== undefined)
    throw fail("import/not-found", {
      case: "transferred",
      object: label.one,
      id,
      organizationId: otherOrganization,
    });
  const isTrashed = (live.trashed ?? []).some(
    (object) => objectKey(object.type, object.id) === objectKey(type, id),
  );
  throw fail("import/not-found", { case: isTrashed ? "trashed" : "absent", object: label.one, id });
}

/** Throws if the object is in another place than the layout declares: the next apply would move it. */
function checkPlace(known: NameInputs, declared: DesiredObject, live: LiveObject): void {
  const { scope, container } = declared;
  const idOf = (other: Address) => known.matches.byAddress.get(other)?.live.id;
  const nameOf = knownNames(known);
  const outer = known.types.get(declared.type).scope ?? "";
  if (scope !== undefined && idOf(scope) !== live.scopeId)
    throw otherParent(declared, live, nameOf(outer, live.scopeId ?? ""), scope);
  if (container === undefined) return;
  const here = live.container;
  const wanted = isReference(container) ? idOf(container.$ref) : container;
  if (wanted === (here?.id ?? null)) return;
  const named = isReference(container) ? container.$ref : container;
  throw otherParent(declared, live, here === null ? null : nameOf(here.type, here.id), named);
}

/** `null`: the top level. */
function otherParent(
  { address }: DesiredObject,
  { id }: LiveObject,
  here: string | null,
  wanted: string | null,
): DocsformError {
  const placed = (place: string | null) => (place === null ? "at the top level" : `in ${place}`);
  return fail("import/other-parent", { address, declared: placed(wanted), id, live: placed(here) });
}

export function emptyState({ random }: Setup, { organizationId }: DesiredWorld, { live }: RunInputs): State {
  return {
    docsformState: stateVersion,
    organization: organizationId,
    knownApiVersion: live.apiVersion,
    salt: random.hex(16),
    objects: {},
  };
}

/** Throws if the state has another object at the address, or the object at another address. */
function refuseTaken(
  state: State,
  { address, id }: ImportOne,
  { scopeId }: LiveObject,
  isReplacement: boolean,
): void {
  const found = state.objects[address];
  if (found !== undefined && found.id !== id && !isReplacement) throw addressInUse(state, address);
  const other = otherAddressOf(addressesByObject(state), address, { id, ...present({ scopeId }) });
  if (other !== undefined) throw fail("import/other-address", { id, other, address });
}
