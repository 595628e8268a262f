import type { Seen, SeenObject } from "../../engine/plan/audience/who-sees-it.ts";
import type { LabelOf } from "../view/label.ts";
import { titleBeside } from "../view/names-view.ts";
import { wrapped } from "./columns.ts";
import { at, audience, permittedBy } from "./effect-sentence.ts";
import type { Palette } from "./palette.ts";
import { atItsAddress, objectName } from "./step-text.ts";

interface Drawing {
  readonly labelOf: LabelOf;
  readonly palette: Palette;
  /** In columns. */
  readonly width: number;
}

/** Who can see each object, now and after an apply. What an apply leaves as it is stands once. */
export function renderAudiences(objects: readonly SeenObject[], drawing: Drawing): string {
  if (objects.length === 0) return "There is nothing here that readers or members can see.\n";
  return objects.map((object) => `${linesOf(object, drawing).join("\n")}\n`).join("\n");
}

function linesOf(object: SeenObject, { labelOf, palette, width }: Drawing): readonly string[] {
  const { type, now, afterwards } = object;
  const name = objectName({ label: labelOf(type), title: titleBeside(object) });
  const isContent = [now, afterwards].some((seen) => seen?.places !== undefined);
  return [
    ...wrapped(`${palette.strong(name)}${atItsAddress(object, palette)}`, width),
    ...[
      ...(isContent ? compared("Readers", readersIn(now), readersIn(afterwards)) : []),
      ...compared("Every member", membersIn(now), membersIn(afterwards)),
    ].flatMap((line) => wrapped(line, width, indent)),
  ];
}

const indent = 2;
const gone = "it does not exist";

function compared(of: string, now: string | undefined, afterwards: string | undefined): readonly string[] {
  if (now === afterwards) return now === undefined ? [] : [`${of}: ${now}`];
  return [`${of} now: ${now ?? "not known"}`, `${of} after docsform apply: ${afterwards ?? "not known"}`];
}

function readersIn(seen: Seen | null): string {
  if (seen === null) return gone;
  const places = (seen.places ?? []).map(({ url, readers }) => `${audience(readers)}${at(url)}`);
  return places.length === 0 ? audience(null) : places.join("; ");
}

/** Undefined: nobody has set a level for all members, or it was not read. */
function membersIn(seen: Seen | null): string | undefined {
  if (seen === null) return gone;
  if (seen.level === undefined) return undefined;
  if (seen.level === null) return "may use it only with rights of their own";
  const doing = seen.level === "inherit" ? "do " : "";
  return `may ${doing}${permittedBy(seen.level, "it")}`;
}
