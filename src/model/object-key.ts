declare const isObjectKey: unique symbol;

/** What an object of the service is among all objects of all types: equal for equal type and id. Not for showing. */
export type ObjectKey = string & { readonly [isObjectKey]: true };

export function objectKey(type: string, id: string): ObjectKey {
  return `${type}\n${id}` as ObjectKey;
}

export function keyOf(object: { readonly type: string; readonly id: string }): ObjectKey {
  return objectKey(object.type, object.id);
}
