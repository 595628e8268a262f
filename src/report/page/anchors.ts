import type { Address } from "../../model/address.ts";
import { type Html, html } from "./html.ts";
import type { PageItem } from "./page-content.ts";

/** The anchor of each address in the page: that of its first change. */
export type Anchors = ReadonlyMap<Address, string>;

export function anchorsOf(items: readonly PageItem[]): Anchors {
  return new Map(items.map(({ address }, at) => [address, anchorOf(at)] as const).reverse());
}

export function anchorOf(at: number): string {
  return `change-${at + 1}`;
}

/** An address, as a link to its changes. */
export function linked(address: Address, anchors: Anchors): Html {
  const anchor = anchors.get(address);
  return anchor === undefined
    ? html`<code>${address}</code>`
    : html`<a href="#${anchor}"><code>${address}</code></a>`;
}
