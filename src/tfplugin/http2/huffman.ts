/**
 * How many bits each byte takes, a digit of base 36 for each (RFC 7541, appendix B). The code is canonical, so the lengths
 * say all of it.
 */
const bitsOfBytes = [
  "dnsssssssoussussssssssusssssssss6aacd68baa8b8666555666666678f6ca",
  "d67777777777777777777777878djde6f56565666577666567655677777fbeds",
  "kmkkmmmnmnnnnnonoomnonnnnlmnmnnomlkmmnnlnmmolmnnllmlnmnnkmmmnmmn",
  "qqkjmnmpqqqrrqopjlqrrqrollqqsrrrkoklmllnmmppooqnqrqqrrrrrsrrrrrq",
].join("");

/** The symbol that no text holds: its first bits fill the last byte. */
const endOfText = 256;
const bitsOfEnd = 30;

interface CodesOfLength {
  /** The lowest code of this length; the others follow it. */
  readonly first: number;
  readonly symbols: readonly number[];
}

let codes: readonly CodesOfLength[] | undefined;

/** By their length in bits. */
function codesByLength(): readonly CodesOfLength[] {
  const symbols: number[][] = Array.from({ length: bitsOfEnd + 1 }, () => []);
  for (let byte = 0; byte < bitsOfBytes.length; byte += 1) {
    symbols[Number.parseInt(bitsOfBytes[byte] as string, 36)]?.push(byte);
  }
  symbols[bitsOfEnd]?.push(endOfText);
  let next = 0;
  return symbols.map((each) => {
    const first = next * 2;
    next = first + each.length;
    return { first, symbols: each };
  });
}

/** The text in HPACK's Huffman code; undefined where the bytes are none. */
export function decodeHuffman(bytes: Uint8Array): string | undefined {
  codes ??= codesByLength();
  const decoded: number[] = [];
  let code = 0;
  let length = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      code = code * 2 + ((byte >> bit) & 1);
      length += 1;
      const { first, symbols } = codes[length] as CodesOfLength;
      const symbol = symbols[code - first];
      if (symbol === undefined) continue;
      if (symbol === endOfText) return undefined;
      decoded.push(symbol);
      code = 0;
      length = 0;
    }
  }
  const filled = length < 8 && code === 2 ** length - 1;
  return filled ? Buffer.from(decoded).toString("latin1") : undefined;
}
