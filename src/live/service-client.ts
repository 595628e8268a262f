import type { Client } from "../http/client.ts";

/** What is needed of the client to act on the service's objects. */
export type ServiceClient = Pick<Client, "call" | "list" | "stats">;
