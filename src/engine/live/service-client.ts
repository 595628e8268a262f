import type { Client } from "../../contract/http/http-client.ts";

/** The part of a client that `engine/live/` needs. */
export type ServiceClient = Pick<Client, "call" | "list" | "stats" | "serviceClock">;
