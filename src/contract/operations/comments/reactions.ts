import { textIn } from "../../../model/emulator-responses.ts";
import type { EmulatedService, EmulatorRecord } from "../../../model/emulator-rules.ts";
import type { JsonObject } from "../../../util/json.ts";
import { currentUserRecord, userOnWire } from "../revisions/places.ts";

type Reaction = { readonly emoji: string; readonly user: string; readonly reactedAt: string };

/** The reactions after the token's user has added some and removed some. A user reacts at most once with the same emoji. */
export function reactionsAfter(
  service: EmulatedService,
  before: EmulatorRecord,
  body: JsonObject,
): readonly Reaction[] {
  const user = textIn(currentUserRecord(service)["id"]);
  const added = new Set(textsOf(body["addedReactions"]));
  const removed = new Set(textsOf(body["removedReactions"]));
  const kept = reactionsOf(before).filter((each) => each.user !== user || !removed.has(each.emoji));
  const own = new Set(kept.filter((each) => each.user === user).map(({ emoji }) => emoji));
  const more = [...added].filter((emoji) => !own.has(emoji) && !removed.has(emoji));
  return [...kept, ...more.map((emoji) => ({ emoji, user, reactedAt: service.now() }))];
}

/** Groups reactions by emoji, as on the wire. */
export function reactionsOnWire(service: EmulatedService, post: EmulatorRecord): readonly JsonObject[] {
  const all = reactionsOf(post);
  return [...new Set(all.map(({ emoji }) => emoji))].map((emoji) => {
    const same = all.filter((reaction) => reaction.emoji === emoji);
    const users = same.map(({ user, reactedAt }) => ({ user: userOnWire(service, user), reactedAt }));
    return { emoji, count: users.length, users };
  });
}

function reactionsOf(post: EmulatorRecord): readonly Reaction[] {
  return (post["reactions"] ?? []) as readonly Reaction[];
}

function textsOf(value: JsonObject[string] | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(textIn) : [];
}
