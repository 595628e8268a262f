import { type Address, addressOf, nameOfAddress } from "../../model/address.ts";

/** Stands for an object that a data source finds. No resource has such a name. */
const mark = "@data/";

export function outsideAddress(type: string, name: string): Address {
  return addressOf(type, `${mark}${name}`);
}

export function isOutsideAddress(address: Address): boolean {
  return nameOfAddress(address).startsWith(mark);
}
