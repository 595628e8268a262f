import type { NotMade } from "../layout/edit/changing-layout.ts";
import type { EditedLayout } from "../layout/edit/edit-layout.ts";
import { unmanagedAddress } from "../model/address.ts";
import { DocsformError } from "../model/errors.ts";
import type { State } from "../model/state.ts";
import type { TakeOver } from "../model/take-over.ts";

/** A layout that took something over, and the state that goes with it. */
interface Taken {
  readonly edited: EditedLayout;
  readonly state: State | undefined;
}

/** A part of a take-over that is made or left by itself. */
interface Part {
  readonly changes: Partial<TakeOver>;
  readonly about: readonly Omit<NotMade, "why">[];
}

/**
 * Takes over all that a layout can say. Where it would not say it, as `take` finds and throws, the rest is taken over without it, and
 * it is among what was not made.
 */
export function takingWhatCanBe(changes: TakeOver, take: (changes: TakeOver) => Taken): Taken {
  const whole = tried(() => take(changes));
  if (!(whole instanceof DocsformError)) return whole;
  // What goes wrong without any change is no fault of one.
  let taken = take(together([]));
  const accepted: Part[] = [];
  const left: NotMade[] = [];
  const add = (parts: readonly Part[]): void => {
    const [first, second] = parts;
    if (first === undefined) return;
    const found = tried(() => take(together([...accepted, ...parts])));
    if (!(found instanceof DocsformError)) {
      accepted.push(...parts);
      taken = found;
    } else if (second === undefined)
      left.push(...first.about.map((about) => ({ ...about, why: whyOf(found) })));
    else {
      const middle = Math.ceil(parts.length / 2);
      add(parts.slice(0, middle));
      add(parts.slice(middle));
    }
  };
  add(partsOf(changes));
  return { ...taken, edited: { ...taken.edited, notMade: [...taken.edited.notMade, ...left] } };
}

const wrongLayout: readonly string[] = ["accept/not-as-live", "accept/unreadable"];

function tried(take: () => Taken): Taken | DocsformError {
  try {
    return take();
  } catch (error) {
    if (error instanceof DocsformError && wrongLayout.includes(error.code)) return error;
    throw error;
  }
}

function whyOf({ message }: DocsformError): string {
  const said = message.replace(/ Nothing was written[.]$/u, "");
  return `docsform cannot write it without changing the meaning of the layout (${said}); change the layout by hand`;
}

function partsOf({ values, containers, defaults, lists, added, removed }: TakeOver): readonly Part[] {
  const roots = [...new Set(lists.map(({ root }) => root))];
  return [
    ...values.map((value): Part => ({ changes: { values: [value] }, about: [value] })),
    ...containers.map((address): Part => ({ changes: { containers: [address] }, about: [{ address }] })),
    ...(defaults.length === 0
      ? []
      : [
          {
            changes: { defaults },
            about: defaults.map(({ address }) => ({ address, attribute: "default" })),
          },
        ]),
    ...roots.map(
      (address): Part => ({
        changes: { lists: lists.filter(({ root }) => root === address) },
        about: [{ address }],
      }),
    ),
    ...added.map(
      (object): Part => ({
        changes: { added: [object] },
        about: [{ address: unmanagedAddress(object.type, object.id) }],
      }),
    ),
    ...removed.map((address): Part => ({ changes: { removed: [address] }, about: [{ address }] })),
  ];
}

function together(parts: readonly Part[]): TakeOver {
  const all = <Name extends keyof TakeOver>(name: Name): readonly TakeOver[Name][number][] =>
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
