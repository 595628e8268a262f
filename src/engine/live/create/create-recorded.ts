import type { Access } from "../access.ts";
import type { Attempt, Attempts } from "./attempts.ts";
import { type CreatedObject, createdNothing, createObject, type Wanted } from "./create-object.ts";

/** An attempt, and the record that outlives this process. */
export interface Recording {
  readonly attempts: Attempts;
  readonly attempt: Attempt;
  /** Whether the record is on the disk already. */
  readonly isOpen?: boolean;
}

/** Creates an object exactly once, and records the attempt before the call is sent. The caller records the response. */
export async function createRecorded(
  access: Access,
  { attempts, attempt, isOpen = false }: Recording,
  wanted: Wanted,
): Promise<CreatedObject> {
  if (!isOpen) await attempts.open(attempt);
  try {
    return await createObject(access, wanted, () => attempts.sent(attempt));
  } catch (error) {
    if (createdNothing(error)) attempts.close(attempt.address);
    throw error;
  }
}
