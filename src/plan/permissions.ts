/** What a person can permit that a plan may not do by itself: the flag that says so, and what it permits. */
export const permissions = {
  deletes: { flag: "--allow-deletes", permits: "deleting and replacing" },
  creates: { flag: "--allow-create", permits: "creating beside live objects that could be the same" },
  forgets: { flag: "--allow-forget", permits: "forgetting much of what was applied, which stays as it is" },
  imports: {
    flag: "--allow-import",
    permits: "changing or deleting what docsform found and nobody has confirmed; this confirms it",
  },
  recreates: {
    flag: "--allow-recreate",
    permits:
      "making anew what has gone or cannot be changed, without what it held that docsform does not manage",
  },
  overwrites: {
    flag: "--overwrite-live",
    permits: "overwriting or undoing what somebody changed on the service meanwhile",
  },
  ownAccess: {
    flag: "--allow-own-access",
    permits: "changing what the user may do whom the token acts for",
  },
} as const;

export type Permission = keyof typeof permissions;

/** A flag that permits something, as refusals name it. */
export type PermissionFlag = (typeof permissions)[Permission]["flag"];

/** The flags that raise a threshold, by its name in the layout's `safety:`. */
export const thresholdFlags = { maxDeletes: "--max-deletes", maxChanges: "--max-changes" } as const;

export type ThresholdName = keyof typeof thresholdFlags;
