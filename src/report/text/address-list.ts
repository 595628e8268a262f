import { type Address, isUnmanagedAddress, nameOfAddress, typeOfAddress } from "../../model/address.ts";
import { append } from "../../util/groups.ts";
import { plainText } from "./plain-text.ts";

/** An address in a list, with the object's title. */
export interface NamedAddress {
  readonly address: Address;
  readonly title?: string | undefined;
}

/**
 * A compact list of addresses. Each address is complete after the text before the braces:
 * `space.{api, guides}, site_space.docs/{guides/en, guides/fr}`. An object without a layout address has its title beside its id.
 */
export function listOfAddresses(objects: readonly NamedAddress[]): string {
  const groups = new Map<string, NamedAddress[]>();
  for (const object of objects) append(groups, startOf(object.address), object);
  return [...groups]
    .map(([start, members]) => {
      const rest = members.map((member) => restOf(member, start));
      return rest.length === 1 ? `${start}${rest[0]}` : `${start}{${rest.join(", ")}}`;
    })
    .join(", ");
}

/** The type and, for an object inside another one, the name of the outermost object: `site_space.docs/`. */
function startOf(address: Address): string {
  const name = nameOfAddress(address);
  const slash = name.indexOf("/");
  return plainText(`${typeOfAddress(address)}.${name.slice(0, slash + 1)}`);
}

function restOf({ address, title }: NamedAddress, start: string): string {
  const rest = plainText(address).slice(start.length);
  return isUnmanagedAddress(address) && title !== undefined && title !== ""
    ? `${rest} ${JSON.stringify(plainText(title))}`
    : rest;
}

/** The first addresses, and the number of the others. */
export function someAddresses(objects: readonly NamedAddress[], most: number): string {
  const rest = objects.length - most;
  // "and 1 more" would need as much space as the address.
  if (rest <= 1) return listOfAddresses(objects);
  return `${listOfAddresses(objects.slice(0, most))} and ${rest} more`;
}
