declare const isObjectKey: unique symbol;

/** Identifies an object among all objects of the service. It is equal for equal type and id, and it is not for output. */
export type ObjectKey = string & { readonly [isObjectKey]: true };

export function objectKey(type: string, id: string): ObjectKey {
  return `${type}\n${id}` as ObjectKey;
}

export function keyOf(object: { readonly type: string; readonly id: string }): ObjectKey {
  return objectKey(object.type, object.id);
}
