/** `a`, `a or b`, `a, b or c`. */
export function alternatives(names: readonly string[]): string {
  return listed(names, "or");
}

/** `a`, `a and b`, `a, b and c`. */
export function enumerated(names: readonly string[]): string {
  return listed(names, "and");
}

function listed(names: readonly string[], word: string): string {
  const before = names.slice(0, -1).join(", ");
  return [before, ...names.slice(-1)].filter((part) => part !== "").join(` ${word} `);
}
