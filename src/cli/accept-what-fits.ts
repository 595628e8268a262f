import type { NotMade } from "../layout/edit/changing-layout.ts";
import type { EditedLayout } from "../layout/edit/edit-layout.ts";
import type { AcceptedEdits } from "../model/accepted-edits.ts";
import { unmanagedAddress } from "../model/address.ts";
import { DocsformError } from "../model/errors.ts";
import type { State } from "../model/state.ts";

/** A layout with accepted changes, and the state that belongs to it. */
interface EditedLayoutAndState {
  readonly edited: EditedLayout;
  readonly state: State | undefined;
}

/** Changes that docsform accepts or leaves together. */
interface AcceptPart {
  readonly changes: Partial<AcceptedEdits>;
  readonly about: readonly Omit<NotMade, "reason">[];
}

/**
 * Accepts every change that the layout can declare. If `accept` throws for a change, accepts the others without it, and reports that change
 * as not made.
 */
export function acceptWhatFits(
  changes: AcceptedEdits,
  accept: (changes: AcceptedEdits) => EditedLayoutAndState,
): EditedLayoutAndState {
  const whole = tried(() => accept(changes));
  if (!(whole instanceof DocsformError)) return whole;
  // If `accept` throws even without changes, no change is at fault, and the error ends the command.
  let used = accept(together([]));
  const accepted: AcceptPart[] = [];
  const left: NotMade[] = [];
  const add = (parts: readonly AcceptPart[]): void => {
    const [first, second] = parts;
    if (first === undefined) return;
    const found = tried(() => accept(together([...accepted, ...parts])));
    if (!(found instanceof DocsformError)) {
      accepted.push(...parts);
      used = found;
    } else if (second === undefined)
      left.push(...first.about.map((about) => ({ ...about, reason: whyOf(found) })));
    else {
      const middle = Math.ceil(parts.length / 2);
      add(parts.slice(0, middle));
      add(parts.slice(middle));
    }
  };
  add(acceptParts(changes));
  return { ...used, edited: { ...used.edited, notMade: [...used.edited.notMade, ...left] } };
}

const wrongLayout: readonly string[] = ["accept/does-not-match", "accept/unreadable"];

function tried(accept: () => EditedLayoutAndState): EditedLayoutAndState | DocsformError {
  try {
    return accept();
  } catch (error) {
    if (error instanceof DocsformError && wrongLayout.includes(error.code)) return error;
    throw error;
  }
}

function whyOf({ message }: DocsformError): string {
  const explanation = message.replace(/ Nothing was written[.]$/u, "");
  return `docsform cannot write it without changing the meaning of the layout (${explanation}); change the layout by hand`;
}

function acceptParts({
  values,
  containers,
  defaults,
  lists,
  added,
  removed,
}: AcceptedEdits): readonly AcceptPart[] {
  const roots = [...new Set(lists.map(({ root }) => root))];
  return [
    ...values.map((value): AcceptPart => ({ changes: { values: [value] }, about: [value] })),
    ...containers.map(
      (address): AcceptPart => ({ changes: { containers: [address] }, about: [{ address }] }),
    ),
    ...(defaults.length === 0
      ? []
      : [
          {
            changes: { defaults },
            about: defaults.map(({ address }) => ({ address, attribute: "default" })),
          },
        ]),
    ...roots.map(
      (address): AcceptPart => ({
        changes: { lists: lists.filter(({ root }) => root === address) },
        about: [{ address }],
      }),
    ),
    ...added.map(
      (object): AcceptPart => ({
        changes: { added: [object] },
        about: [{ address: unmanagedAddress(object.type, object.id) }],
      }),
    ),
    ...removed.map((address): AcceptPart => ({ changes: { removed: [address] }, about: [{ address }] })),
  ];
}

function together(parts: readonly AcceptPart[]): AcceptedEdits {
  const all = <Name extends keyof AcceptedEdits>(name: Name): readonly AcceptedEdits[Name][number][] =>
    parts.flatMap(({ changes }) => [...(changes[name] ?? [])]);
  return {
    values: all("values"),
    containers: all("containers"),
    defaults: all("defaults"),
    lists: all("lists"),
    added: all("added"),
    removed: all("removed"),
  };
}
