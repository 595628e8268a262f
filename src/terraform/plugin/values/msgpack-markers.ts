// The markers of MessagePack that values of Terraform have. A marker is the first byte of a token.

export const nil = 0xc0;
export const falseMarker = 0xc2;
export const trueMarker = 0xc3;
export const float32 = 0xca;
export const float64 = 0xcb;
/** The markers of unsigned integers of 1, 2, 4 and 8 bytes follow each other, as do those of signed ones. */
export const uint8 = 0xcc;
export const int8 = 0xd0;
/** The markers of extensions of 1, 2, 4, 8 and 16 bytes follow each other. */
export const extensionOf1 = 0xd4;
export const extensionOf16 = 0xd8;

/** The type of the extension for an unknown value with refinements. */
export const refinedUnknown = 12;

/** The marker that a kind does not have. */
export const none = -1;

/** How a kind of token encodes its size: in the short marker, if the size fits in the mask, or in the 1, 2 or 4 bytes after a long marker. */
export interface SizedKind {
  readonly short: number;
  readonly mask: number;
  readonly long: readonly [number, number, number];
}

export const text: SizedKind = { short: 0xa0, mask: 0x1f, long: [0xd9, 0xda, 0xdb] };
export const binary: SizedKind = { short: none, mask: 0, long: [0xc4, 0xc5, 0xc6] };
export const array: SizedKind = { short: 0x90, mask: 0x0f, long: [none, 0xdc, 0xdd] };
export const map: SizedKind = { short: 0x80, mask: 0x0f, long: [none, 0xde, 0xdf] };
export const extension: SizedKind = { short: none, mask: 0, long: [0xc7, 0xc8, 0xc9] };
/** A non-negative integer is the size of a token without contents. */
export const unsigned: SizedKind = { short: 0, mask: 0x7f, long: [uint8, 0xcd, 0xce] };
