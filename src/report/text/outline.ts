import { wrapped } from "./columns.ts";

/** A logical line with its indent. */
export interface IndentedLine {
  readonly text: string;
  readonly indent: number;
}

/** A part of a text. Its inner parts can be omitted. */
export interface OutlinePart {
  /** The part's own lines. Called only if there is room for them. */
  readonly own: () => readonly IndentedLine[];
  readonly parts: readonly OutlinePart[];
  /** Its inner parts get the room that all others leave. */
  readonly isLast?: true;
  /** A summary of the parts from this one on. */
  readonly inShort: (from: number) => string;
}

export interface Room {
  readonly width: number;
  readonly lines: number;
}

const indentOfParts = 2;
/** Fewer parts than these do not justify a line with the number of the others. */
const fewest = 3;

/** Chooses the parts that fit into the lines: outer parts first, with equal shares at the same depth, and the insides of last parts at the end. A summary replaces omitted parts. */
export function outlined(root: OutlinePart, room: Room): readonly string[] {
  const shown = choose(root, room);
  return linesOf(root, shown, room.width, 0);
}

/** The number of shown inner parts, for each part that is shown in full. */
type Shown = ReadonlyMap<OutlinePart, number>;

function choose(root: OutlinePart, { width, lines }: Room): Shown {
  const shown = new Map<OutlinePart, number>();
  let left = lines;
  const chooseBelow = (parts: readonly OutlinePart[], firstDepth: number): readonly OutlinePart[] => {
    const last: OutlinePart[] = [];
    let level = parts;
    for (let depth = firstDepth; level.length > 0; depth += 1) {
      const next: OutlinePart[] = [];
      level.forEach((part, at) => {
        const share = Math.max(Math.floor(left / (level.length - at)), depth === 0 ? fewest : 0);
        const { many, used } = fitting(part, share, width, depth);
        if (many === 0) return;
        shown.set(part, many);
        left -= used;
        for (const each of part.parts.slice(0, many))
          if (each.parts.length > 0) (each.isLast === true ? last : next).push(each);
      });
      level = next;
    }
    return last;
  };
  chooseBelow(chooseBelow([root], 0), 1);
  return shown;
}

function fitting(
  part: OutlinePart,
  share: number,
  width: number,
  depth: number,
): { many: number; used: number } {
  const { parts } = part;
  if (share === Number.POSITIVE_INFINITY) return { many: parts.length, used: 0 };
  let many = 0;
  let used = 0;
  for (const each of parts) {
    const more = ownLines(each, width, depth, each.parts.length > 0).length;
    const rest = many + 1 < parts.length ? 1 : 0;
    if (used + more + rest > share) break;
    used += more;
    many += 1;
  }
  if (many === parts.length) return { many, used };
  return many < fewest ? { many: 0, used: 0 } : { many, used: used + 1 };
}

function ownLines(part: OutlinePart, width: number, depth: number, inShort: boolean): readonly string[] {
  const own = part.own();
  const last = own.length - 1;
  return own.flatMap(({ text, indent }, at) =>
    wrapped(
      inShort && at === last ? `${text} ${part.inShort(0)}` : text,
      width,
      indent + depth * indentOfParts,
    ),
  );
}

function linesOf(part: OutlinePart, shown: Shown, width: number, depth: number): readonly string[] {
  const many = shown.get(part) ?? 0;
  const lines: string[] = [];
  for (const each of part.parts.slice(0, many)) {
    const isShort = each.parts.length > 0 && !shown.has(each);
    lines.push(...ownLines(each, width, depth, isShort), ...linesOf(each, shown, width, depth + 1));
  }
  if (many < part.parts.length && (many > 0 || depth === 0))
    lines.push(...wrapped(part.inShort(many), width, depth * indentOfParts));
  return lines;
}
