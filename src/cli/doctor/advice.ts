import { count } from "../../util/count.ts";
import { whoWritesTheState } from "../render/who-writes-the-state.ts";

/** What a check says about something that is wrong or doubtful, and what to do about it. */
export interface Advice {
  readonly message: string;
  readonly remedy: string;
}

/** What the checks of `doctor` say about things that are as they should be. */
export const fineWords = {
  layout: (objects: number, organization: string) =>
    `${count(objects, "object")} for the organization ${organization}`,
  state: (path: string, objects: number) => `${path} has ${count(objects, "object")}`,
  journal: "no run was interrupted",
  lock: "no run is in progress",
  noTerraform: "not installed; only the provider needs it",
  noProxy: "none",
  proxy: (host: string) => `through ${host}`,
  network: (origin: string) => `${origin} answers`,
  clock: "matches the service's clock",
  token: (user: string | undefined) => `accepted, for the user ${user ?? "that it belongs to"}`,
  organization: (title: string, id: string, permissions: readonly string[]) =>
    permissions.length === 0
      ? `${title} (${id}): the service does not show the token's permissions`
      : `${title} (${id}): the token may ${permissions.join(", ")}`,
  apiVersionOfResponses: (newest: string) => `detected from the service's responses, else ${newest}`,
};

/** What they say about everything else. An error that docsform reports elsewhere too has its words in the catalogue of codes. */
export const advice = {
  invalidLayout: (errors: number): Advice => ({
    message: `It has ${count(errors, "error")}.`,
    remedy: "docsform validate shows them.",
  }),
  noState: {
    message: "There is none yet.",
    remedy: `docsform apply, init and pull write it. ${whoWritesTheState}`,
  },
  interrupted: {
    message: "A run was interrupted.",
    remedy: "Run apply again: it checks what the interrupted run did, and continues.",
  },
  deadLock: {
    message: "A killed run left its lock.",
    remedy: "No action is needed: the next run takes the lock.",
  },
  locked: (holder: string): Advice => ({
    message: `A run is in progress: ${holder}.`,
    remedy: "Wait for it with --wait SECONDS. If it no longer exists, docsform unlock releases its lock.",
  }),
  unreachable: (origin: string, reason: string): Advice => ({
    message: `docsform cannot reach ${origin}: ${reason}`,
    remedy: "Check the base URL and the network. Behind a proxy, set HTTPS_PROXY.",
  }),
  unreachableByProxy: (origin: string, refusal: string, remedy: string): Advice => ({
    message: `docsform cannot reach ${origin} ${refusal}`,
    remedy,
  }),
  untrusted:
    "If your organization has its own certificate authority, name its certificate in NODE_EXTRA_CA_CERTS.",
  clock: (minutes: number): Advice => ({
    message: `It differs from the service's clock by ${minutes} minutes.`,
    remedy: "Set this machine's clock.",
  }),
  otherOrganization: (organization: string): Advice => ({
    message: `The token has no access to ${organization}, the layout's organization.`,
    remedy: "Use a member's token, or correct the layout's organization.",
  }),
  noOrganization: {
    message: "The token has access to no organization.",
    remedy: "Use a member's token.",
  },
};
