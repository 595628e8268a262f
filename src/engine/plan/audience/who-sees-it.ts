import { type Address, unmanagedAddress } from "../../../model/address.ts";
import type { DesiredWorld } from "../../../model/desired-world.ts";
import { type ObjectKey, objectKey } from "../../../model/object-key.ts";
import type { Plan, Readers } from "../../../model/plan/plan.ts";
import type { Snapshot } from "../../../model/snapshot.ts";
import type { State } from "../../../model/state.ts";
import type { TypeIndex } from "../../../model/type-index.ts";
import type { Json } from "../../../util/json.ts";
import { didYouMean } from "../../../util/nearest.ts";
import { present } from "../../../util/present.ts";
import {
  type Audience,
  audienceOf,
  contentTypes,
  isOpen,
  ownerOfUnread,
  type Place,
  withInside,
} from "../../audience/audience.ts";
import { titleOfLive } from "../decide/object-names.ts";
import { describedWithout, secretTextsOf } from "../world/secret-texts.ts";
import { meantAddress } from "../world/unknown-address.ts";
import { readersAt, urlIn } from "./describe-difference.ts";
import { urlOf } from "./plan-effects.ts";
import { plannedWorlds } from "./planned-worlds.ts";

/** Who can see a content, and what members may do with it. */
export interface Seen {
  /** The places where readers find it. Empty: no reader finds it. Absent: it is no content. */
  readonly places?: readonly {
    /** Absent: the site has no URL yet, or the service chooses the path. */
    readonly url?: string;
    readonly readers: Readers;
  }[];
  /** What every member of the organization may do with it. null: nothing. Absent: its type has no such level, or it was not read. */
  readonly level?: string | null;
}

/** Who can see a content now, and after an apply. null: it does not exist. */
export interface SeenObject {
  readonly address: Address;
  readonly type: string;
  readonly title: string;
  readonly now: Seen | null;
  readonly afterwards: Seen | null;
}

/** What was asked for exists neither now nor afterwards. */
export interface NothingSeen {
  /** `Did you mean x?` Empty: nothing is close. */
  readonly meant: string;
}

/**
 * Returns who can see what, now and after an apply of the plan. `wanted`: an address or an id, with everything inside the object; or a URL
 * or a path where a content is. Absent: everything.
 */
export function audiencesOf(
  made: Made,
  types: TypeIndex,
  wanted?: string,
): readonly SeenObject[] | NothingSeen {
  const worlds = bothWorlds(made, types);
  const secrets = secretTextsOf({ ...made, types: types.all });
  const chosen = wanted === undefined ? worlds.keys : chosenBy(worlds, wanted);
  if (wanted !== undefined && chosen.length === 0) return { meant: nearTo(worlds, wanted) ?? "" };
  const contents = new Set(
    chosen.flatMap((key) => [key, ...placesAt(worlds, key).map(({ content }) => content)]),
  );
  const seen = [...contents].flatMap((content) => seenObject(worlds, types, content) ?? []);
  return seen.map((object) => describedWithout(object, secrets));
}

/** A plan, and what it was made from. */
interface Made {
  readonly plan: Plan;
  readonly live: Snapshot;
  readonly desired: DesiredWorld;
  readonly state: State | undefined;
}

interface BothWorlds {
  readonly now: Audience;
  readonly afterwards: Audience;
  /** All objects of both. */
  readonly keys: readonly ObjectKey[];
  readonly addressOf: (key: ObjectKey) => Address;
  readonly siteUrl: (key: ObjectKey) => string | undefined;
}

function bothWorlds({ plan, live }: Made, types: TypeIndex): BothWorlds {
  const worlds = plannedWorlds(plan, live, types);
  const now = worlds?.live ?? audienceOf(live, types);
  const objects = [...live.objects, ...(worlds?.world.objects ?? [])];
  const managed = new Map(
    Object.entries(plan.existing).map(([address, { type, id }]) => [objectKey(type, id), address]),
  );
  return {
    now,
    afterwards: worlds?.planned ?? now,
    keys: [...new Set(objects.map(({ type, id }) => objectKey(type, id)))],
    addressOf(key) {
      const [type = "", id = ""] = key.split("\n");
      // The id of a new object is its address.
      return managed.get(key) ?? (now.get(key) === undefined ? id : unmanagedAddress(type, id));
    },
    siteUrl(key) {
      const site = now.get(key);
      return site && urlOf(types, site);
    },
  };
}

function placesAt({ now, afterwards }: BothWorlds, key: ObjectKey): readonly Place[] {
  return [...now.placesAt(key), ...afterwards.placesAt(key)];
}

/** The objects with an address or an id and those inside them, or those at a URL. */
function chosenBy(worlds: BothWorlds, wanted: string): readonly ObjectKey[] {
  const { keys, addressOf, now, afterwards } = worlds;
  const named = keys.filter((key) => addressOf(key) === wanted || key.endsWith(`\n${wanted}`));
  const inside = (key: ObjectKey) => [...now.inside(key), ...afterwards.inside(key)];
  if (named.length > 0) return [...withInside(named, inside)];
  const isWanted = (place: Place) => namesOfPlace(worlds, place).includes(bare(wanted));
  return keys.flatMap((key) => placesAt(worlds, key).filter(isWanted)).map(({ content }) => content);
}

/** What people may call a place: its URL, the path of that, or its path below the site. */
function namesOfPlace({ siteUrl }: BothWorlds, place: Place): readonly string[] {
  return place.urls.flatMap((path) => {
    const url = urlIn(siteUrl, place, path);
    const names = url === undefined ? [path] : [path, url, new URL(url).pathname];
    return names.map(bare);
  });
}

function bare(url: string): string {
  return url.replace(/^https?:\/\//u, "").replace(/(?<=.)\/$/u, "") || "/";
}

function nearTo(worlds: BothWorlds, wanted: string): string | undefined {
  const addresses = worlds.keys.map(worlds.addressOf);
  const places = worlds.keys.flatMap((key) => placesAt(worlds, key));
  const urls = places.flatMap((place) => namesOfPlace(worlds, place));
  return didYouMean(bare(wanted), [...addresses, ...urls]) ?? meantAddress(wanted, addresses);
}

/** Undefined: it is nothing that readers or members see by itself. */
function seenObject(worlds: BothWorlds, types: TypeIndex, content: ObjectKey): SeenObject | undefined {
  const { now, afterwards, addressOf } = worlds;
  const owner = ownerOfUnread(content) ?? content;
  const object = afterwards.get(owner) ?? now.get(owner);
  if (object === undefined) return undefined;
  const isContent = owner !== content || contentTypes(types).has(object.type);
  if (!isContent && (afterwards.levelOf(owner) ?? now.levelOf(owner)) === undefined) return undefined;
  const seenIn = (world: Audience): Seen | null =>
    world.get(owner) === undefined
      ? null
      : present({
          places: isContent ? openPlaces(worlds, world, content) : undefined,
          level: levelOf(world.levelOf(content)?.level),
        });
  return {
    address: addressOf(owner),
    type: object.type,
    title: titleOfLive(types, object),
    now: seenIn(now),
    afterwards: seenIn(afterwards),
  };
}

function openPlaces(
  { siteUrl }: BothWorlds,
  world: Audience,
  content: ObjectKey,
): NonNullable<Seen["places"]> {
  return world
    .placesOf(content)
    .filter(isOpen)
    .map((place) => ({
      ...present({ url: urlIn(siteUrl, place, place.urls[0]) }),
      readers: readersAt(place) as Readers,
    }));
}

function levelOf(level: Json | undefined): string | null | undefined {
  return level === null || typeof level === "string" ? level : undefined;
}
