import type { Client } from "../contract/http/client.ts";

/** The part of a client that `live/` needs. */
export type ServiceClient = Pick<Client, "call" | "list" | "stats">;
