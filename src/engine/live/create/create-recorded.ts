import type { Access } from "../access.ts";
import type { Attempt, Attempts } from "./attempts.ts";
import { type CreatedObject, createdNothing, createObject, type Wanted } from "./create-object.ts";

/** An attempt whose record is on the disk already, and the records that outlive this process. */
export interface Recording {
  readonly attempts: Attempts;
  readonly attempt: Attempt;
}

/** Creates an object exactly once, and records each call before it is sent. The caller records the response. */
export async function createRecorded(
  access: Access,
  { attempts, attempt }: Recording,
  wanted: Wanted,
): Promise<CreatedObject> {
  try {
    return await createObject(access, wanted, (window) => attempts.sent(attempt, window));
  } catch (error) {
    if (createdNothing(error)) attempts.close(attempt.address);
    throw error;
  }
}
