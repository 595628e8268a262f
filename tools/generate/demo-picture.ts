import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "../../src/contract/http/system-clock.ts";
import { openStage } from "../demo/stage.ts";

const lineHeight = 18;
const characterWidth = 8.4;
const margin = 16;

/** One edit of a layout, its plan and its apply in a terminal, as an SVG. */
export async function demoPicture(): Promise<string> {
  let output = "";
  const stage = await openStage({
    print: (text) => {
      output += text;
    },
    isTerminal: true,
    columns: () => 100,
    // The picture has no progress.
    screen: { show: () => () => undefined },
    clock: systemClock,
  });
  const run = async (...args: readonly string[]) => {
    const code = await stage.run(args);
    if (code !== 0) throw new Error(`docsform ${args.join(" ")} failed:\n${output}`);
  };
  try {
    await run("apply", "--yes");
    const path = join(stage.folder, "docsform.yaml");
    writeFileSync(path, edited(readFileSync(path, "utf8"), edit));
    output = `$ git diff --unified=0\n${diffOf(edit)}\n$ docsform apply --yes\n`;
    await run("apply", "--yes");
  } finally {
    await stage.close();
  }
  const lines = linesOf(output);
  if (lines.length > mostLines)
    throw new Error(`The picture has ${lines.length} lines:\n${lines.join("\n")}`);
  return svgOf(lines);
}

const mostLines = 25;

/** A line of the layout before the edit and after it. */
type LineEdit = readonly [before: string, after: string];

const edit: LineEdit = [
  "      - { section: Changelog, path: changelog, spaces: [changelog] }",
  "      - { section: What is new, path: news, spaces: [changelog] }",
];

function edited(text: string, [before, after]: LineEdit): string {
  if (!text.includes(`\n${before}\n`)) throw new Error(`The layout has no line ${before}`);
  return text.replace(`\n${before}\n`, `\n${after}\n`);
}

function diffOf([before, after]: LineEdit): string {
  const escape = String.fromCharCode(27);
  return `${escape}[31m-${before}${escape}[39m\n${escape}[32m+${after}${escape}[39m\n`;
}

/** The lines of the output without what differs between two runs: the port, the id of the site, the waiting time, and the order of the calls. */
function linesOf(output: string): readonly string[] {
  return output
    .trim()
    .replaceAll(/127\.0\.0\.1:\d+/gu, "127.0.0.1:4800")
    .replaceAll(/docs\.example\/site_\w+/gu, "docs.example/site_7Kq2M")
    .replaceAll(/, waited [\d.]+ s/gu, "")
    .split("\n")
    .filter((line) => !line.replaceAll(escapeSequence, "").startsWith("done "));
}

function svgOf(lines: readonly string[]): string {
  const longest = Math.max(...lines.map((line) => line.replaceAll(escapeSequence, "").length));
  const [width, height] = [
    Math.ceil(longest * characterWidth) + 2 * margin,
    lines.length * lineHeight + 2 * margin,
  ];
  const texts = lines.map(
    (line, index) =>
      `<text x="${margin}" y="${margin + (index + 0.75) * lineHeight}" xml:space="preserve">${spansOf(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>One edit of a layout, its plan, and its apply</title>
<style>${style}</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${texts.join("\n")}
</svg>
`;
}

const style = `
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #e6edf3; }
.command { fill: #79c0ff; font-weight: 600; }
.bold { font-weight: 600; } .dim { fill: #8b949e; }
.red { fill: #ff7b72; } .green { fill: #7ee787; } .yellow { fill: #e3b341; } .cyan { fill: #76e3ea; }
`;

/** A color code of a terminal. */
const escapeSequence = new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`, "gu");
const classes: Readonly<Record<string, string>> = {
  "1": "bold",
  "2": "dim",
  "31": "red",
  "32": "green",
  "33": "yellow",
  "36": "cyan",
};
/** The codes that end bold or dim text, and a color. */
const ends: Readonly<Record<string, readonly string[]>> = {
  "22": ["bold", "dim"],
  "39": ["red", "green", "yellow", "cyan"],
};

function spansOf(line: string): string {
  if (line.startsWith("$ ")) return span(["command"], line);
  let open: readonly string[] = [];
  // The separators, which are the codes, have odd indices.
  return line
    .split(escapeSequence)
    .map((part, index) => {
      if (index % 2 === 0) return span(open, part);
      const started = classes[part];
      open = started === undefined ? open.filter((each) => !ends[part]?.includes(each)) : [...open, started];
      return "";
    })
    .join("");
}

function span(open: readonly string[], text: string): string {
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return open.length === 0 || text === "" ? escaped : `<tspan class="${open.join(" ")}">${escaped}</tspan>`;
}
