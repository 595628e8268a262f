import type { Likeness } from "../../engine/live/create/create-key.ts";
import { keyOf, type ObjectKey } from "../../model/object-key.ts";
import type { ResourceType } from "../../model/resource-type.ts";
import type { FoundObject } from "../../model/snapshot.ts";
import { append } from "../../util/groups.ts";
import type { JsonObject } from "../../util/json.ts";

interface ObjectId {
  readonly type: string;
  readonly id: string;
}

/** A delete that Terraform asked for. */
export interface Removal {
  readonly type: ResourceType;
  readonly id: string;
  readonly scopeId: string | undefined;
  readonly address: string;
}

interface PostponedRemoval {
  readonly removal: Removal;
  /** Objects that still refer to it. */
  readonly referrers: Set<ObjectKey>;
}

/** What this process created, deleted, moved and updated. A list that was read before does not show it. */
export class ProcessWrites {
  readonly #created = new Set<ObjectKey>();
  readonly #children: FoundObject[] = [];
  readonly #createdLike = new Map<Likeness, string[]>();
  readonly #createdOf = new Map<string, string[]>();
  readonly #deleted = new Set<ObjectKey>();
  readonly #deletedEarly = new Set<ObjectKey>();
  readonly #removed = new Set<ObjectKey>();
  readonly #recovered = new Set<ObjectKey>();
  readonly #new = new Set<ObjectKey>();
  readonly #containers = new Map<ObjectKey, string | null>();
  readonly #updated = new Set<ObjectKey>();
  readonly #values = new Map<ObjectKey, JsonObject>();
  #postponed: readonly PostponedRemoval[] = [];

  /** Notes an object that this process created or imported. */
  noteCreated(object: ObjectId): void {
    this.#created.add(keyOf(object));
  }

  /** Notes an object that this process created without the content of another one. */
  noteNew(object: ObjectId): void {
    this.#new.add(keyOf(object));
  }

  isNew(key: ObjectKey): boolean {
    return this.#new.has(key);
  }

  /** Notes that objects of the likeness could be mistaken for this new one. */
  noteLikeness(likeness: Likeness, { type, id }: ObjectId): void {
    append(this.#createdLike, likeness, id);
    append(this.#createdOf, type, id);
  }

  /** Notes an object that an earlier run probably created, and that nobody has confirmed. */
  noteRecovered(object: ObjectId): void {
    this.#recovered.add(keyOf(object));
  }

  isRecovered(object: ObjectId): boolean {
    return this.#recovered.has(keyOf(object));
  }

  /** Notes objects that the service created together with one of this process. */
  noteChildren(children: readonly FoundObject[]): void {
    this.#children.push(...children);
  }

  get children(): readonly FoundObject[] {
    return this.#children;
  }

  isCreated(object: ObjectId): boolean {
    return this.#created.has(keyOf(object));
  }

  /** Ids of created objects that could be mistaken for each other. */
  createdLike(likeness: Likeness): readonly string[] {
    return this.#createdLike.get(likeness) ?? [];
  }

  /** Ids of created objects of the type. */
  createdOf(type: string): readonly string[] {
    return this.#createdOf.get(type) ?? [];
  }

  /** Notes that Terraform destroys the object, whether the service deletes it now, later or never. */
  noteRemoval(object: ObjectId): void {
    this.#removed.add(keyOf(object));
  }

  isRemoved(object: ObjectId): boolean {
    return this.#removed.has(keyOf(object));
  }

  noteDeleted(object: ObjectId): void {
    this.#deleted.add(keyOf(object));
  }

  /** Notes an object that was deleted before Terraform asked for it, because a create needed its name. */
  noteDeletedEarly(object: ObjectId): void {
    this.#deletedEarly.add(keyOf(object));
  }

  isDeletedEarly(object: ObjectId): boolean {
    return this.#deletedEarly.has(keyOf(object));
  }

  isDeleted(object: ObjectId): boolean {
    return this.#deleted.has(keyOf(object));
  }

  noteMoved(object: ObjectId, containerId: string | null): void {
    this.#containers.set(keyOf(object), containerId);
  }

  /** The container into which this process moved the object. null: the top. undefined: it did not move the object. */
  newContainerOf(object: ObjectId): string | null | undefined {
    return this.#containers.get(keyOf(object));
  }

  noteValues(object: ObjectId, values: JsonObject): void {
    this.#values.set(keyOf(object), { ...this.valuesOf(object), ...values });
  }

  /** The values of noted writes to the object. A read may still show those before. */
  valuesOf(object: ObjectId): JsonObject {
    return this.#values.get(keyOf(object)) ?? {};
  }

  /** Whether the object no longer has the references that it had before this apply. */
  isReleased(object: ObjectId): boolean {
    return this.isDeleted(object) || this.#updated.has(keyOf(object));
  }

  /** Postpones a delete until the referrers no longer refer to the object. */
  postpone(removal: Removal, referrers: readonly ObjectId[]): void {
    this.#postponed = [...this.#postponed, { removal, referrers: new Set(referrers.map(keyOf)) }];
  }

  /** Notes that the update of the referrer is complete. Returns the postponed deletes that waited for it alone. */
  noteUpdated(referrer: ObjectKey): readonly Removal[] {
    this.#updated.add(referrer);
    for (const { referrers } of this.#postponed) referrers.delete(referrer);
    const free = this.#postponed.filter(({ referrers }) => referrers.size === 0);
    this.#postponed = this.#postponed.filter(({ referrers }) => referrers.size > 0);
    return free.map(({ removal }) => removal);
  }
}
