import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { placeAll } from "../../tools/mutants/place.ts";

const source = `
export function total(prices: readonly number[], limit?: number): string {
  if (prices.length === 0) return "nothing";
  if (limit === undefined || limit < 0) return "no limit";
  const sum = prices.filter((price) => price > 0 && price < 100).reduce((all, price) => all + price, 0);
  report(\`\${sum} of \${limit}\`, [sum, limit]);
  return sum > limit ? "too much" : "enough";
}
function report(text: string, values: readonly number[]): void {
  console.log(text, values);
}
class Till {
  #open = false;
  open(): boolean {
    return !this.#open;
  }
}
`;

const roots: string[] = [];
afterEach(async () => {
  await Promise.all(roots.splice(0).map((root) => rm(root, { recursive: true })));
});

/** The mutated source of a place. */
async function mutated(place: string, files: Readonly<Record<string, string>> = { "shop.ts": source }) {
  const root = await mkdtemp(join(tmpdir(), "docsform-places-"));
  roots.push(root);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(root, "src", file, ".."), { recursive: true });
    await writeFile(join(root, "src", file), text);
  }
  const [placed] = await placeAll(root, [{ rule: "a rule", place, killedBy: ["src"] }]);
  return placed?.mutated ?? "";
}

/** The place with its mark, taken from the message about a missing mark. */
async function marked(place: string): Promise<string> {
  const message = await mutated(place).then(String, (error: Error) => error.message);
  const mark = /#[0-9a-f]{4}(?= is the mark)/u.exec(message)?.[0];
  if (mark === undefined) throw new Error(`No mark for ${place}: ${message}`);
  return `${place} ${mark}`;
}

describe("an operation", () => {
  it.each([
    ["total: if 1 -> dropped", 'if (prices.length === 0) return "nothing";', ""],
    ["total: if 1 condition -> false", "if (prices.length === 0)", "if (false)"],
    ["total: if 1 -> only then", 'if (prices.length === 0) return "nothing";', 'return "nothing";'],
    ["total: || 1 operand 2 -> dropped", "limit === undefined || limit < 0", "limit === undefined"],
    ["total: && 1 -> only operand 2", "price > 0 && price < 100", "price < 100"],
    ["total: > 1 -> negated", "price > 0 &&", "(!(price > 0)) &&"],
    ["total: < 2 -> operator <=", "price < 100", "(price <= 100)"],
    ["total: ? 1 -> swapped", '"too much" : "enough"', '"enough" : "too much"'],
    [
      "total: call 3 -> only argument 1",
      "report(`${sum} of ${limit}`, [sum, limit])",
      "`${sum} of ${limit}`",
    ],
    ["total: call 2 -> only receiver", ".filter((price) => price > 0 && price < 100)", ""],
    ["total: call 2 -> method map", ".filter(", ".map("],
    ["total: template 1 hole 2 -> dropped", "of ${limit}`", "of `"],
    ["total: array 1 element 1 -> dropped", "[sum, limit]", "[limit]"],
    ["total: return 3 value -> dropped", 'return sum > limit ? "too much" : "enough";', "return;"],
    ["total: number 5 -> 7", "price, 0)", "price, 7)"],
    ["total: > 2 -> `$1 > $2 + 1`", "sum > limit ?", "(sum > limit + 1) ?"],
    [
      "total: const 1 value -> `limit ?? prices.length`",
      /const sum = .*;/u,
      "const sum = limit ?? prices.length;",
    ],
    ["Till.open: ! 1 -> only value", "!this.#open", "this.#open"],
  ] as const)("%s", async (place, before, after) => {
    expect(await mutated(await marked(place))).toBe(source.replace(before, () => after));
  });
});

describe("finds a place", () => {
  it("after everything but the symbol was renamed, reworded and formatted", async () => {
    const place = await marked("total: || 1 operand 2 -> dropped");
    const renamed = source
      .replaceAll("limit", "most")
      .replaceAll("prices", "amounts")
      .replaceAll("no limit", "free")
      .replaceAll(" || ", "\n    ||\n    ");
    const found = await mutated(place, { "shop.ts": renamed });
    expect(found).toContain("if (most === undefined)");
  });

  it("after other code was added before it", async () => {
    const place = await marked("total: ? 1 -> negated");
    const longer = source.replace("const sum", "report(text, []);\n  const sum");
    expect(await mutated(place, { "shop.ts": longer })).toContain("!(sum > limit");
  });
});

describe("refuses a place", () => {
  const messageOf = (place: string, files?: Readonly<Record<string, string>>) =>
    mutated(place, files).then(
      () => "it is placed",
      (error: Error) => error.message,
    );

  it("if its node has another number now, and names the number", async () => {
    const place = await marked("total: if 2 -> dropped");
    const more = source
      .replace("const sum", "if (prices) return;\n  const sum")
      .replace("if (prices.length", "if (limit) report();\n  if (prices.length");
    expect(await messageOf(place, { "shop.ts": more })).toContain("the node is if 3 now");
  });

  it.each(["before", "after"])("if a node of the same shape was added %s it", async (where) => {
    const place = await marked("total: if 1 -> dropped");
    const own = 'if (prices.length === 0) return "nothing";';
    const other = 'if (limit.size === 0) return "a limit";';
    const both = where === "before" ? `${other}\n  ${own}` : `${own}\n  ${other}`;
    expect(await messageOf(place, { "shop.ts": source.replace(own, both) })).toContain("is the mark of if 1");
  });

  it.each([
    ["an unknown symbol", "sum: if 1 -> dropped #0000", "there is no sum"],
    ["an unknown node", "total: if 3 -> dropped #0000", "the declaration has 2 nodes of the kind if"],
    ["a place in another form", "total: the first if is dropped", "a place has the form"],
  ])("%s", async (_, place, message) => {
    expect(await messageOf(place)).toContain(message);
  });

  it.each([
    ["an unknown part", "total: if 1 else -> false", "the parts of the node are condition, then"],
    ["an operation that does not apply", "total: if 1 -> swapped", "“swapped” does not apply"],
    [
      "a variable that is not in scope",
      "total: if 1 condition -> `price > 0`",
      "price is not in scope there",
    ],
    [
      "a member that the sources do not have",
      "total: if 1 condition -> `limit.cents`",
      "cents is not in scope there",
    ],
    ["an edit that breaks the syntax", "total: if 1 condition -> `(limit`", "the edit breaks the syntax"],
    ["an edit that changes nothing", "total: number 1 -> 0", "the edit changes nothing"],
  ])("%s", async (_, place, message) => {
    expect(await messageOf(await marked(place))).toContain(message);
  });

  it("if several files have its symbol, unless it names one", async () => {
    const place = await marked("total: if 1 -> dropped");
    const files = { "shop.ts": source, "inn/shop.ts": source };
    expect(await messageOf(place, files)).toContain("several files have it: src/inn/shop.ts, src/shop.ts");
    expect(await mutated(place.replace("total", "total in inn/"), files)).not.toContain('"nothing"');
  });
});
