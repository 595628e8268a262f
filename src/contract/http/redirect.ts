import type { TransportResponse } from "./transport.ts";

const mostHops = 3;
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** The next URL of a redirected read, or the reason to refuse it. The token goes along, so the origin must stay the same. */
export function redirectTarget(
  method: string,
  from: string,
  response: TransportResponse,
  hops: number,
): { readonly url: string } | { readonly refusal: string } {
  const location = response.headers["location"];
  if (!redirects.includes(response.status) || location === undefined || !URL.canParse(location, from)) {
    return { refusal: "which is no response to this call" };
  }
  const target = new URL(location, from);
  if (target.origin !== new URL(from).origin) {
    return { refusal: `a redirect to ${target.origin}, where docsform does not send the token` };
  }
  if (method !== "GET") return { refusal: "a redirect, which docsform does not follow for a write" };
  if (hops >= mostHops) return { refusal: `a redirect after ${mostHops} others` };
  target.username = "";
  target.password = "";
  return { url: target.href };
}
