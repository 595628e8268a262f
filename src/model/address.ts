/** The name of an object in a layout: `type.key`, for example `site.docs` or `site_section.docs/guides`. */
export type Address = string;

export function addressOf(type: string, name: string): Address {
  return `${type}.${name}`;
}

/** The type's name in an address. */
export function typeOfAddress(address: Address): string {
  return address.slice(0, address.indexOf("."));
}

/** The part of an address after the type. */
export function nameOfAddress(address: Address): string {
  return address.slice(address.indexOf(".") + 1);
}

/** Encodes a name for an address, where a slash separates names and `@` starts an id. */
export function encodeName(name: string): string {
  return name.replaceAll("/", "%2F").replace(/^@/, "%40");
}

/** The name that `encodeName` encoded. */
export function decodeName(name: string): string {
  return name.replaceAll("%2F", "/");
}

/** The address of a live object that no layout declares: `type.@id`. */
export function unmanagedAddress(type: string, id: string): Address {
  return `${type}.@${id}`;
}

/** The type and id in an unmanaged address. */
export function unmanagedObject(address: Address): { readonly type: string; readonly id: string } {
  return { type: typeOfAddress(address), id: nameOfAddress(address).slice(1) };
}

/** Whether an address names an object only by its id. */
export function isUnmanagedAddress(address: Address): boolean {
  return nameOfAddress(address).startsWith("@");
}
