import type { CodeEntry } from "./code-entry.ts";

/** Of speaking to the service. */
export const httpCodes = {
  "http/bad-answer": {
    cause: "The answer is not what the interface promises: often it is that of a proxy or of a login page.",
    example: "docsform plan --base-url https://app.example.com",
    remedy: "Check that the base URL is that of the service's interface.",
  },
  "http/bad-base-url": {
    cause: "The base URL is no URL, or would send the token over the network without encryption.",
    example: "docsform plan --base-url http://docs.example.com",
    remedy: "Write it with https://, and without /v1.",
  },
  "http/bad-parameter": {
    cause: "An id that is to be part of a path is empty, or holds what no id has.",
    example: "docsform call spaces get --space-id ''",
    remedy: "Give the id of an object.",
  },
  "http/bad-proxy": {
    cause: "HTTPS_PROXY is not the URL of a proxy.",
    example: "HTTPS_PROXY=socks://proxy docsform plan",
    remedy: "Write it as http://proxy.example:3128, or unset it.",
  },
  "http/bad-token": {
    cause: "The token is empty, or holds characters that no token has, such as a line break.",
    example: "DOCSFORM_TOKEN='a b' docsform plan",
    remedy: "Copy the token again, without blanks around it.",
  },
  "http/conflict": {
    cause: "The service refused a change because it conflicts with what is there (409).",
    example: "docsform apply    # of a path that another section has",
    remedy: "Plan again, and look for the same name or path elsewhere.",
  },
  "http/forbidden": {
    cause: "The token's user may not do this, or the organization's plan does not include it (403).",
    example: "docsform apply    # with a token of somebody who may only read",
    remedy:
      "Give the token's user the permission, or check the organization's plan. docsform doctor tells their role.",
  },
  "http/incomplete-list": {
    cause:
      "The pages of a list do not hold as many items as the service counts, or have no end, although they were read three times.",
    example: "await client.spaces.list({ organizationId }).all()",
    remedy:
      "Read the list again once others write less to it. If it stays so, ask the service's support for what it counts.",
  },
  "http/interrupted": {
    cause: "The run was interrupted before the answer came.",
    example: "docsform plan    # and Ctrl-C",
    remedy: "Run it again to go on.",
  },
  "http/needs-upgrade": {
    cause:
      "The service wants a payment first: the organization's or the site's plan does not include this (402, or a checkout in place of the answer). Nothing was changed.",
    example: "docsform apply    # of a section, where the site's plan has none",
    remedy: "Upgrade the plan in the app, or leave out of the layout what it does not include.",
  },
  "http/no-answer": {
    cause: "The request was sent, and no whole answer came back in time.",
    example: "docsform plan    # over a network that fails",
    remedy: "Check the network and the state of the service, then run it again.",
  },
  "http/not-found": {
    cause: "There is no such object, or the token's user does not see it (404).",
    example: "docsform call spaces get --space-id nowhere",
    remedy: "Correct the id, or plan again if it was deleted.",
  },
  "http/proxy-refused": {
    cause:
      "The proxy that HTTPS_PROXY names cannot be reached, or does not connect to the service: it wants a user name (407), or refuses.",
    example: "HTTPS_PROXY=http://proxy.example:3128 docsform plan",
    remedy:
      "Check the proxy's address, user name and password in HTTPS_PROXY, and whether it lets connections to the service through.",
  },
  "http/rate-limited": {
    cause: "The service's rate limit is used up, and stayed so for longer than docsform waits (429).",
    example: "docsform apply --concurrency 100",
    remedy: "Wait, lower --concurrency, or see what else uses the same token.",
  },
  "http/read-only": {
    cause: "Something was to be written through a client that only reads: a fault of the program.",
    example: "client.readOnly().call(…)",
    remedy: "Use a client that may write, if that is meant.",
  },
  "http/redirect-refused": {
    cause: "The service sends requests elsewhere, and docsform does not take its token there.",
    example: "docsform plan --base-url https://old.example.com",
    remedy: "Set the base URL to where the service really is.",
  },
  "http/unauthorised": {
    cause: "The token is missing, wrong, expired or revoked (401).",
    example: "DOCSFORM_TOKEN=wrong docsform plan",
    remedy: "Make a new API token in the service.",
  },
  "http/unexpected-status": {
    cause: "The service refused what was sent, or failed, with a status that has no code of its own.",
    example: "docsform apply    # of a value that the service does not accept (400)",
    remedy: "The service's own message says what to change; after a 5xx, run it again later.",
  },
  "http/unreachable": {
    cause:
      "No connection to the service could be made: a wrong address, no network, a firewall, a certificate that is not trusted.",
    example: "docsform plan --base-url https://nowhere.example",
    remedy:
      "Check the base URL and the network; behind a proxy set HTTPS_PROXY; name your own authority in NODE_EXTRA_CA_CERTS.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
