import fc from "fast-check";
import type { Address } from "../../src/model/address.ts";
import type { DesiredObject, DesiredValue, DesiredWorld } from "../../src/model/desired-world.ts";
import { textIn } from "../../src/model/emulator-responses.ts";
import { EmulatorRefusal } from "../../src/model/emulator-rules.ts";
import type { ApiVersion } from "../../src/model/endpoint.ts";
import { organizationId } from "./declare-world.ts";
import type { Tally } from "./laws.ts";
import type { TestService } from "./service.ts";

/** An edit of one part of a value: of a person in a team, or of a language of a section's title. */
interface PartEdit {
  readonly side: "service" | "layout";
  readonly kind: Kind;
  /** Selects the object. */
  readonly object: number;
  readonly part: string;
  /** Whether the part is there afterward, and the text that it has. */
  readonly text: string | undefined;
}

type Kind = keyof typeof kinds;

/** The text of each part of a value. A person who is in a team has always the same text. */
type Parts = ReadonlyMap<string, string>;

const isIn = "in the team";

const kinds = {
  people: {
    type: "team",
    attribute: "members",
    parts: ["ada@acme.example", "bob@acme.example", "cyd@acme.example", "grace@acme.example"],
    declared: (value: DesiredValue): Parts =>
      new Map((value as readonly string[]).map((name) => [name, isIn])),
    toDeclare: (parts: Parts): DesiredValue => [...parts.keys()],
    live: ({ emulator: { service } }: TestService, id: string): Parts => {
      const memberships = record(service, "team", id)?.["memberships"] ?? {};
      return new Map(Object.keys(memberships).map((user) => [emailOf(service, user), isIn]));
    },
    write: ({ emulator }: TestService, id: string, [part, text]: readonly [string, string | undefined]) =>
      emulator.edit(
        "updateMembersInOrganizationTeam",
        { organizationId, teamId: id },
        { [text === undefined ? "remove" : "add"]: [part] },
      ),
    /** A layout names a person by id or by e-mail address, so a new name may mean a person who has left. */
    hasNames: true,
  },
  languages: {
    type: "site_section",
    attribute: "localizedTitle",
    parts: ["fr", "fr", "de", "it"],
    declared: (value: DesiredValue): Parts => new Map(Object.entries(value as Record<string, string>)),
    toDeclare: (parts: Parts): DesiredValue => Object.fromEntries(parts),
    live: ({ emulator: { service } }: TestService, id: string): Parts =>
      new Map(Object.entries((record(service, "site_section", id)?.["localizedTitle"] ?? {}) as object)),
    write: ({ emulator }: TestService, id: string, [part, text]: readonly [string, string | undefined]) => {
      const section = record(emulator.service, "site_section", id);
      const { [part]: _, ...others } = (section?.["localizedTitle"] ?? {}) as Record<string, string>;
      return emulator.edit(
        "updateSiteSectionById",
        { organizationId, siteId: textIn(section?.["site"]), siteSectionId: id },
        { localizedTitle: { ...others, ...(text !== undefined && { [part]: text }) } },
      );
    },
    hasNames: false,
  },
} as const;

type Service = TestService["emulator"]["service"];

function record(service: Service, type: string, id: string) {
  return service.list(type).find((each) => each.id === id);
}

function emailOf(service: Service, user: string): string {
  const { email } = (record(service, "organization_member", user)?.["user"] ?? {}) as { email?: string };
  return email ?? user;
}

const kind = fc.constantFrom("people" as const, "languages" as const, "languages" as const);

/** Several edits of one object, most of them of few parts, so that both sides often edit the same part. */
export const partEdits: fc.Arbitrary<readonly PartEdit[]> = fc
  .array(
    fc.tuple(kind, fc.nat({ max: 1 })).chain(([drawn, object]) =>
      fc.array(
        fc.record({
          side: fc.constantFrom("service" as const, "layout" as const),
          kind: fc.constant(drawn),
          object: fc.constant(object),
          part: fc.constantFrom(...kinds[drawn].parts),
          text: fc.constantFrom("Un", "Deux", undefined),
        }),
        { minLength: 2, maxLength: 6 },
      ),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((edits) => edits.flat());

/** The edits that this version of the service knows. */
export function editsIn(edits: readonly PartEdit[], apiVersion: ApiVersion): readonly PartEdit[] {
  return edits.filter(({ kind }) => kind === "people" || apiVersion === "current");
}

/** Puts two people into every team, and gives every section a title in French. */
export function addParts(service: TestService, apiVersion: ApiVersion): void {
  const first = [
    { kind: "people", part: "ada@acme.example", text: isIn },
    { kind: "people", part: "bob@acme.example", text: isIn },
    { kind: "languages", part: "fr", text: "Un" },
  ] as const;
  for (const { kind: drawn, part, text } of first)
    for (const { id } of service.emulator.service.list(kinds[drawn].type))
      if (drawn === "people" || apiVersion === "current") kinds[drawn].write(service, id, [part, text]);
}

/** A layout, and the id of the live object of each address. */
interface Matched {
  readonly desired: DesiredWorld;
  readonly ids: ReadonlyMap<Address, string>;
}

/** Makes the edits of parts, and returns the layout with its own. */
export function editParts(
  service: TestService,
  { desired, ids }: Matched,
  edits: readonly PartEdit[],
  tally: Tally,
): DesiredWorld {
  return edits.reduce((world, edit) => {
    const { type } = kinds[edit.kind];
    const objects = world.objects.filter((object) => object.type === type);
    const object = objects[edit.object % Math.max(objects.length, 1)];
    if (object === undefined) return world;
    tally.count(`${edit.kind} edited in the ${edit.side}`);
    if (edit.side === "service") {
      editLive(service, ids.get(object.address) ?? "", edit);
      return world;
    }
    const changed = editDeclared(object, edit);
    return { ...world, objects: world.objects.map((each) => (each === object ? changed : each)) };
  }, desired);
}

function editLive(service: TestService, id: string, { kind, part, text }: PartEdit): void {
  if (record(service.emulator.service, kinds[kind].type, id) === undefined) return;
  try {
    kinds[kind].write(service, id, [part, text]);
  } catch (error) {
    if (!(error instanceof EmulatorRefusal)) throw error;
  }
}

function editDeclared(object: DesiredObject, { kind, part, text }: PartEdit): DesiredObject {
  const { attribute, declared, toDeclare } = kinds[kind];
  const parts = new Map(declared(object.attributes[attribute] ?? toDeclare(new Map())));
  if (text === undefined) parts.delete(part);
  else parts.set(part, kind === "people" ? isIn : text);
  return { ...object, attributes: { ...object.attributes, [attribute]: toDeclare(parts) } };
}

/** What an observer knows about a value that has parts, without docsform's own comparison. */
export interface ObservedValue {
  readonly name: string;
  readonly address: Address;
  readonly attribute: string;
  readonly changedIn: "none" | "live" | "layout" | "both";
  /** Whether an apply gives access again to a person whom another one removed on the service. */
  readonly restoresAccess: boolean;
  /** What the layout declares after it accepts the changes on the service. */
  readonly merged: Parts;
  /** The parts of a value in the form of the layout. */
  readonly partsOf: (declared: DesiredValue) => Parts;
  readonly live: Parts;
}

/** Who changed the values of teams and sections that still exist. `applied`: the layout as it was last applied. */
export function observedValues(
  service: TestService,
  applied: Matched,
  { objects }: DesiredWorld,
): readonly ObservedValue[] {
  return Object.values(kinds).flatMap(({ type, attribute, declared, live, hasNames }) =>
    objects
      .filter((object) => object.type === type && object.attributes[attribute] !== undefined)
      .flatMap(({ address, attributes }) => {
        const id = applied.ids.get(address) ?? "";
        if (record(service.emulator.service, type, id) === undefined) return [];
        const former = applied.desired.objects.find((each) => each.address === address)?.attributes[
          attribute
        ];
        const values = {
          applied: former === undefined ? undefined : declared(former),
          declared: declared(attributes[attribute] ?? null),
          live: live(service, id),
        };
        const name = `${attribute} of ${address}`;
        return [{ name, address, attribute, partsOf: declared, ...judged(values, hasNames) }];
      }),
  );
}

function judged(
  { applied, declared, live }: { applied: Parts | undefined; declared: Parts; live: Parts },
  hasNames: boolean,
): Pick<ObservedValue, "changedIn" | "restoresAccess" | "merged" | "live"> {
  const all = [...new Set([applied, declared, live].flatMap((parts) => [...(parts?.keys() ?? [])]))];
  const open = all.filter((part) => declared.get(part) !== live.get(part));
  const theirs = open.filter((part) => applied !== undefined && live.get(part) !== applied.get(part));
  const ours = open.filter((part) => applied === undefined || declared.get(part) !== applied.get(part));
  const hasLeft = all.some((part) => applied?.has(part) && !declared.has(part) && !live.has(part));
  const mayBeRenamed = hasNames && hasLeft && ours.some((part) => declared.has(part));
  const isDisputed = mayBeRenamed || ours.some((part) => theirs.includes(part));
  const merged = new Map(declared);
  for (const part of theirs) {
    const text = live.get(part);
    if (text === undefined) merged.delete(part);
    else merged.set(part, text);
  }
  const one = theirs.length > 0 ? "live" : "layout";
  return {
    changedIn: open.length === 0 ? "none" : isDisputed ? "both" : one,
    restoresAccess: hasNames && !isDisputed && theirs.some((part) => declared.has(part)),
    merged,
    live,
  };
}
