import * as z from "zod";
import { apiVersions } from "../../model/endpoint.ts";
import { DocsformError } from "../../model/errors.ts";
import { firstProblem } from "../../model/explain-issue.ts";
import { isJsonObject, parseShallow, TooDeepError } from "../../model/json.ts";
import { type Lock, origins } from "../../model/lock.ts";
import { present } from "../../model/present.ts";
import type { WhichLayout } from "./places.ts";

/** The lock of a layout as text: the same lock is always the same text, and one changed object changes few lines. */
export function serialiseLock(lock: Lock, { layout, source, environment }: WhichLayout): string {
  const { docsformLock, organization, knownApiVersion, serial, salt, pulled, objects } = lock;
  const ordered = {
    docsformLock,
    layout,
    ...present({ source, environment }),
    organization,
    ...present({ knownApiVersion, serial }),
    salt,
    ...present({ pulled }),
    objects: Object.fromEntries(
      Object.keys(objects)
        .sort()
        .map((address) => [address, orderedEntry(objects, address)]),
    ),
  };
  return `${JSON.stringify(ordered, null, 2)}\n`;
}

function orderedEntry(objects: Lock["objects"], address: string): unknown {
  const { id, origin, scopeId, applied, undeclared, ...rest } = objects[address] as Lock["objects"][string];
  return {
    id,
    ...present({ origin, scopeId }),
    ...sorted(rest),
    applied: sorted(applied),
    ...(undeclared && { undeclared: sorted(undeclared) }),
  };
}

function sorted(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, value[key]]),
  );
}

// What JSON.parse gave is JSON: to look at each value again takes as long as all the rest.
const values = z.custom<Lock["objects"][string]["applied"]>(isJsonObject, "must be an object");

export const addressSchema = z.string().regex(/^[a-z_]+\../, "must begin with a type and a dot");

export const entrySchema = z.strictObject({
  id: z.string().min(1),
  origin: z.enum(origins).optional(),
  scopeId: z.string().min(1).optional(),
  applied: values,
  undeclared: values.optional(),
  container: z.string().min(1).nullable().optional(),
  isDefault: z.literal(true).optional(),
  rank: z.number().optional(),
  protect: z.literal(true).optional(),
  unfinished: z.literal(true).optional(),
  unshown: z.literal(true).optional(),
  replaces: z.string().min(1).optional(),
});

export const lockSchema = z.strictObject({
  docsformLock: z.literal(2),
  layout: z.string().min(1),
  source: z.string().min(1).optional(),
  environment: z.string().min(1).optional(),
  organization: z.string().min(1),
  knownApiVersion: z.enum(apiVersions).optional(),
  serial: z.number().int().min(1).optional(),
  salt: z.string().regex(/^[0-9a-f]+$/, "must be hexadecimal"),
  pulled: z.literal(true).optional(),
  objects: z.record(addressSchema, entrySchema),
});

/** A lock as its file has it. */
export interface WrittenLock extends WhichLayout {
  readonly lock: Lock;
}

/** Parses the text of a lock of this organization. `path` is for messages. */
export function parseLock(text: string, organizationId: string, path: string): WrittenLock {
  const value = parseJson(text, path);
  checkVersion((value as { docsformLock?: unknown } | null)?.docsformLock, path);
  const parsed = lockSchema.safeParse(value);
  if (!parsed.success) {
    const problem = firstProblem(parsed.error.issues, value, " › ");
    throw badLock(path, problem ?? "something in it is not valid");
  }
  // The schema says the same as the type, save that optional fields may not be undefined, which JSON cannot say.
  const { layout, source, environment, ...rest } = parsed.data;
  const lock = rest as Lock;
  checkOrganization(lock, organizationId, path);
  return { lock, layout, ...present({ source, environment }) };
}

/** Throws for a lock that another version of docsform wrote. `path` is for messages. */
export function checkVersion(version: unknown, path: string): void {
  if (typeof version !== "number" || version === 2) return;
  throw new DocsformError(
    "apply/lock-version",
    `${path} is of version ${version}; this docsform reads version 2.`,
    {
      remedy:
        "Use the docsform that wrote it. Or move the file away, and take over what exists with docsform adopt.",
    },
  );
}

/** Throws for the lock of another organization. `path` is for messages. */
export function checkOrganization(
  lock: Pick<Lock, "organization">,
  organizationId: string,
  path: string,
): void {
  if (lock.organization === organizationId) return;
  throw new DocsformError(
    "apply/lock-of-another-organization",
    `${path} is of the organization ${lock.organization}, and this is ${organizationId}.`,
    { remedy: "Use the lock of this organization, or move the file away to begin a new one." },
  );
}

function parseJson(text: string, path: string): unknown {
  try {
    // An editor may have put a mark of the order of bytes before it.
    return parseShallow(text.replace(/^\ufeff/u, ""));
  } catch (error) {
    // What the parser says quotes the file, which may be another one, with secrets in it.
    throw badLock(path, error instanceof TooDeepError ? error.message : "it is not JSON");
  }
}

export function badLock(path: string, what: string): DocsformError {
  return new DocsformError("apply/bad-lock", `${path} is not a lock of docsform: ${what}.`, {
    remedy:
      "After a merge or a power loss docsform lock repair keeps what is right in it. Else restore it from version control. Do not edit it by hand.",
  });
}
