import { emojiToCodePoints } from "../../contract/operations/spaces/emoji.ts";
import { type SpaceObject, spaceObject } from "../../contract/operations/spaces/spaces.objects.ts";
import { spaces } from "../../contract/operations/spaces/spaces.operations.ts";
import { wordsIn } from "../../model/codes/fail.ts";
import { theContainer } from "../../model/key-field.ts";
import { callAt } from "../../model/resource-type/call-at.ts";
import { defineResource } from "../../model/resource-type.ts";
import type { ExternalOwner, FoundObject } from "../../model/snapshot.ts";
import { asParent, documentOnly } from "../../model/unmapped-fields.ts";
import { fieldsOrNull, type Json, type JsonObject } from "../../util/json.ts";
import { present } from "../../util/present.ts";
import { spaceCodes } from "./space.codes.ts";
import { spaceAttributes, spaceComputed } from "./space.schema.ts";

const wordsOf = wordsIn(spaceCodes);

/** The service keeps a space with Git Sync locked and ignores writes of its edit mode. */
const ownedByGitSync: ExternalOwner = {
  reason: "Git Sync manages the content of this space and its edit mode.",
  remedy: "Remove editMode from the layout, or disconnect Git Sync in the app.",
  attributes: ["editMode"],
};

/** A container of content, which sites publish. */
export const space = defineResource({
  name: "space",
  label: { one: "space", many: "spaces" },
  description:
    "A container for content, which sites publish. A deleted space stays in the trash for seven days.",
  attributes: spaceAttributes,
  computed: spaceComputed,
  identity: {
    key: ["title", theContainer],
    createKey: ["title", theContainer],
    keyIsUnique: false,
  },
  container: {
    types: ["collection"],
    rootAllowed: true,
    layoutField: "collection",
    atCreate: { classic: true, current: true, "classic-minimal": true },
    change: { classic: "move", current: "move", "classic-minimal": "move" },
    moveInto: (context, id, _from, to) => [
      callAt(spaces.move, context, [id], { body: { parent: to }, alreadyDone: [409] }),
    ],
  },
  deletion: {
    endpoint: spaces.delete,
    contents: "first",
  },
  creation: {
    // docsform does not send `empty`, so the service creates a first page, as it does in the app.
    endpoint: spaces.create,
    body: ({ attributes }) => withoutClearedEmoji(spaceBody(attributes)),
    parentField: "parent",
    copy: {
      attribute: "copyOf",
      endpoint: spaces.duplicate,
    },
    created: (response) => ({ object: foundSpace(spaceObject.parse(response)), children: [] }),
  },
  writers: [
    {
      name: "patch",
      endpoint: spaces.update,
      body: ({ values }) => spaceBody(values),
      fromResponse: (response) => foundSpace(response as unknown as SpaceObject),
    },
  ],
  reads: [
    {
      name: "spaces",
      endpoint: spaces.list,
      finds: ["space"],
      found: (response) => [foundSpace(response as unknown as SpaceObject)],
    },
  ],
  readById: {
    endpoint: spaces.get,
    found: (response) => foundSpace(response as unknown as SpaceObject),
  },
  ownable: ownedByGitSync,
  unmanagedContents: "its pages",
  unmappedFields: {
    parent: asParent,
    deletedAt: "not shown: docsform treats an object in the trash as absent",
    "urls.icon": "`docs_space.icon`",
    "visitorAuth.integration": documentOnly,
  },
  layout: { kind: "map", field: "spaces", distinguishedBy: ["language"], addressBy: ["$key"] },
  codes: spaceCodes,
  check: ({ emoji, icon }) =>
    emoji == null || icon == null ? [] : [{ ...wordsOf("space/emoji-and-icon"), attribute: "icon" }],
});

const gitSyncFields = ["repoName", "installationProvider", "integration", "url", "updatedAt"] as const;

function foundSpace(response: SpaceObject): FoundObject {
  return {
    type: "space",
    id: response.id,
    container: response.parent == null ? null : { type: "collection", id: response.parent },
    attributes: {
      title: response.title,
      // A response always contains this field. It is empty for a space without an emoji.
      emoji: response.emoji || null,
      icon: response.urls?.icon ?? null,
      language: response.language ?? null,
      editMode: response.editMode ?? null,
      defaultLevel: response.defaultLevel,
      mergeRules: (response.mergeRules ?? null) as Json,
    },
    computed: computedOf(response),
    ...(response.gitSync == null ? {} : { externalOwner: ownedByGitSync }),
    deleted: response.deletedAt != null,
    ...present({ organizationId: response.organization }),
  };
}

const counts = ["comments", "changeRequests", "changeRequestsOpen", "changeRequestsDraft"] as const;

function computedOf(response: SpaceObject): JsonObject {
  const { visibility, revision, createdAt, updatedAt, urls } = response;
  return {
    visibility: visibility ?? null,
    revision: revision ?? null,
    ...fieldsOrNull(response, counts),
    gitSync: fieldsOrNull(response.gitSync, gitSyncFields),
    visitorAuth: fieldsOrNull(response.visitorAuth, ["backend"]),
    createdAt: createdAt ?? null,
    updatedAt: updatedAt ?? null,
    urls: fieldsOrNull(urls, ["app", "published", "public"]),
  };
}

function spaceBody(values: JsonObject): JsonObject {
  const { emoji } = values;
  return typeof emoji === "string" ? { ...values, emoji: emojiToCodePoints(emoji) } : values;
}

/** The create call does not accept null. */
function withoutClearedEmoji(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => name !== "emoji" || value !== null),
  );
}
