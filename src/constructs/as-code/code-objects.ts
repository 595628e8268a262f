import type { ObjectKey } from "../../model/object-key.ts";
import type { LiveObject } from "../../model/snapshot.ts";
import type {
  FinalWriteSchema,
  OrderSchema,
  TerraformSchema,
  ValueField,
} from "../../model/terraform-schema.ts";
import type { CodeValue, Reference, Variable } from "./code-value.ts";
import type { Nameable } from "./identifiers.ts";

/** Live objects as code, before they are printed: each after the objects that it refers to. */
export interface Code {
  readonly organizationId: string;
  readonly objects: readonly CodeObject[];
  /** The identifiers of the objects, each distinct within its type. */
  readonly names: ReadonlyMap<ObjectKey, string>;
  /** The objects that have no resource of their own, because the resource of their parent contains them: the parent, by child. */
  readonly parentsOfFirst: ReadonlyMap<ObjectKey, ObjectKey>;
  /** What identifiers of the objects may be made from. */
  readonly nameables: readonly Nameable<ObjectKey>[];
  readonly orders: readonly CodeOrder[];
  /** Objects that contain several siblings whose order the code cannot declare. */
  readonly unordered: ReadonlySet<ObjectKey>;
  readonly finals: readonly CodeFinal[];
  readonly variables: readonly Variable[];
  readonly secrets: readonly CodeSecret[];
  /** What the code omits and why, one sentence each. */
  readonly notes: readonly string[];
}

/** The id of an object: of one in the code, or of another one. */
export type CodeId = Reference | string;

/** One object, and what its resource declares. */
export interface CodeObject {
  readonly key: ObjectKey;
  readonly live: LiveObject;
  readonly schema: TerraformSchema;
  /** The object that owns it in the API, such as its site. Absent: the organization. */
  readonly scope?: CodeId;
  /** Its parent. Absent: the top level. */
  readonly container?: CodeId;
  /** Whether the code makes it the default among its siblings. */
  readonly isDefault: boolean;
  readonly values: readonly CodeAttribute[];
  /** The values of its first child. Empty for types without one. */
  readonly first: readonly CodeAttribute[];
  /** Attributes that the code omits although they have values that an omission would clear. */
  readonly ignored: readonly ValueField[];
  /** What people should know about it, one sentence each. */
  readonly remarks: readonly string[];
}

export interface CodeAttribute {
  readonly field: ValueField;
  readonly value: CodeValue;
  /** The variable with the version of a write-only value. */
  readonly version?: Variable;
}

/** The order of siblings. */
export interface CodeOrder {
  readonly schema: OrderSchema;
  readonly scopeId: string;
  readonly scope: CodeId;
  readonly container?: CodeId;
  readonly containerId?: string;
  readonly ids: readonly CodeId[];
  /** The object that contains them, in the code. Absent: the code does not contain it. */
  readonly parent?: ObjectKey;
}

/** The values that are written to an object last, such as its publication. */
export interface CodeFinal {
  readonly schema: FinalWriteSchema;
  readonly object: CodeObject;
  /** All values, by attribute. */
  readonly values: Readonly<Record<string, CodeValue>>;
  /** The objects that it waits for. */
  readonly after: readonly CodeObject[];
}

/** A secret that the code omits, and the variable in its place. */
export interface CodeSecret {
  readonly variable: string;
  readonly type: string;
  readonly id: string;
  readonly attribute: string;
}
