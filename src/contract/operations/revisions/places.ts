import { bodyOf, textIn } from "../../../model/emulator-responses.ts";
import { type EmulatedService, type EmulatorRecord, EmulatorRefusal } from "../../../model/emulator-rules.ts";
import type { JsonObject } from "../../../util/json.ts";
import { requireSpace } from "../trash.ts";
import type { RevisionContent } from "./content.ts";
import { contentOf, revisionOf } from "./revisions.ts";

/** A place with content and comments: a space, or one of its change requests. */
export interface RevisionPlace {
  readonly space: EmulatorRecord;
  readonly changeRequest: EmulatorRecord | undefined;
  readonly revision: string;
  readonly content: RevisionContent;
}

/** The place that a request is about, or the service's 404. */
export function revisionPlace(
  service: EmulatedService,
  params: Readonly<Record<string, string>>,
): RevisionPlace {
  const space = requireSpace(service, params["spaceId"]);
  const idOrNumber = params["changeRequestId"];
  const changeRequest =
    idOrNumber === undefined ? undefined : requireChangeRequest(service, space.id, idOrNumber);
  const revision = revisionOf(changeRequest ?? space);
  return { space, changeRequest, revision, content: contentOf(service, revision) };
}

/** A change request of the space, by its id or its number, or the service's 404. */
export function requireChangeRequest(
  service: EmulatedService,
  spaceId: string,
  idOrNumber: string,
): EmulatorRecord {
  const found = service
    .list("change_request")
    .find(
      (each) =>
        each["space"] === spaceId && (each.id === idOrNumber || each["number"] === Number(idOrNumber)),
    );
  if (found === undefined) throw new EmulatorRefusal(404, `No such change request: ${idOrNumber}`);
  return found;
}

/** The path parameters of operations on this place. */
export function revisionParams({ space, changeRequest }: RevisionPlace): Readonly<Record<string, string>> {
  return { spaceId: space.id, ...(changeRequest && { changeRequestId: changeRequest.id }) };
}

/** The counts of comments and change requests in a new space. They are not copied with a space. */
export const noCounts = { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 };

/** URL of a place in the app. */
export function appUrl(service: EmulatedService, { space, changeRequest }: RevisionPlace): string {
  const spaceUrl = `https://app.docs.example/o/${service.organizationId}/s/${space.id}`;
  return changeRequest === undefined ? spaceUrl : `${spaceUrl}/~/changes/${textIn(changeRequest.id)}`;
}

/** Path of a place in the API. */
export function locationOf({ space, changeRequest }: RevisionPlace): string {
  const inSpace = `/spaces/${space.id}`;
  return changeRequest === undefined ? inSpace : `${inSpace}/change-requests/${changeRequest.id}`;
}

/** The user that the token acts for, as on the wire. */
export function currentUserRecord(service: EmulatedService): JsonObject {
  return bodyOf(service.call("getAuthenticatedUser", {}));
}

/** A user as on the wire. A former member keeps the last known name. */
export function userOnWire(service: EmulatedService, id: string): JsonObject {
  if (service.get("organization_member", id) === undefined) return formerUser(service, id);
  return bodyOf(service.call("getMemberInOrganizationById", { userId: id }))["user"] as JsonObject;
}

function formerUser(service: EmulatedService, id: string): JsonObject {
  const own = currentUserRecord(service);
  if (own["id"] === id) return own;
  return {
    object: "user",
    id,
    displayName: id,
    urls: { location: `https://api.docs.example/v1/users/${id}` },
  };
}
