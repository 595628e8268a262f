/** The permissions that a plan can need: the flag of each permission, and what the flag permits. */
export const permissions = {
  deletes: { flag: "--allow-deletes", permits: "deletes and replaces" },
  creates: { flag: "--allow-create", permits: "creates beside live objects that could be the same" },
  forgets: {
    flag: "--allow-forget",
    permits: "forgetting many objects of the state, which stay on the service",
  },
  imports: {
    flag: "--allow-import",
    permits:
      "changes and deletes of objects that docsform found by a title, a path or an e-mail address, and confirm them",
  },
  recreates: {
    flag: "--allow-recreate",
    permits: "recreating objects that are gone or cannot be changed, without their unmanaged contents",
  },
  overwrites: {
    flag: "--overwrite-live",
    permits:
      "overwriting a value that both sides changed, and undoing a change if that hides something from readers or opens it to them; with =ADDRESS, only for this object",
  },
  opens: {
    flag: "--allow-opens",
    permits: "opening something to more people where the layout refuses it (safety: { opens: refuse })",
  },
  ownAccess: {
    flag: "--allow-own-access",
    permits: "changes to the access of the token's own user",
  },
} as const;

export type Permission = keyof typeof permissions;

/** A flag that permits something, as refusals name it. */
export type PermissionFlag = (typeof permissions)[Permission]["flag"];

/** The flags that raise a threshold, by its name in the layout's `safety:`. */
export const thresholdFlags = { maxDeletes: "--max-deletes", maxChanges: "--max-changes" } as const;

export type ThresholdName = keyof typeof thresholdFlags;
