import type { CodeEntry } from "./code-entry.ts";

/** Codes of requests to the service. */
export const httpCodes = {
  "http/invalid-response": {
    cause:
      "The service's response does not follow its contract. Often a proxy or a login page has responded instead.",
    example: "docsform plan --base-url https://app.example.com",
    remedy: "Check that the base URL is that of the service's API.",
  },
  "http/bad-base-url": {
    cause: "The base URL is not a URL, or would send the token without encryption.",
    example: "docsform plan --base-url http://docs.example.com",
    remedy: "Write it with https://, and without /v1.",
  },
  "http/bad-parameter": {
    cause: "An id in the path of a request is empty or contains an invalid character.",
    example: "docsform call spaces get --space-id ''",
    remedy: "Give the id of an object.",
  },
  "http/bad-proxy": {
    cause: "HTTPS_PROXY is not the URL of a proxy.",
    example: "HTTPS_PROXY=socks://proxy docsform plan",
    remedy: "Write it as http://proxy.example:3128, or unset it.",
  },
  "http/bad-token": {
    cause: "The token is empty or contains an invalid character, such as a line break.",
    example: "DOCSFORM_TOKEN='a b' docsform plan",
    remedy: "Copy the token again, without spaces around it.",
  },
  "http/conflict": {
    cause: "The service refused a change because it conflicts with an existing object (409).",
    example: "docsform apply    # of a path that another section has",
    remedy: "Plan again, and check whether another object has the same name or path.",
  },
  "http/forbidden": {
    cause:
      "The token's user has no permission for this, or the organization's plan does not include it (403).",
    example: "docsform apply    # with the token of a read-only user",
    remedy:
      "Give the token's user the permission, or check the organization's plan. docsform doctor shows the user's permissions.",
  },
  "http/incomplete-list": {
    cause:
      "The pages of a list contain fewer items than the service counts, or do not end. docsform read them three times.",
    example: "await client.spaces.list({ organizationId }).all()",
    remedy:
      "Read the list again when fewer users write to it. If that does not help, ask the service's support about the count.",
  },
  "http/interrupted": {
    cause: "The run was interrupted before the response came.",
    example: "docsform plan    # and Ctrl-C",
    remedy: "Run the command again to continue.",
  },
  "http/needs-upgrade": {
    cause:
      "The service asks for a payment, because the plan of the organization or the site does not include this (402, or a checkout as the response). Nothing was changed.",
    example: "docsform apply    # of a section, on a site whose plan has no sections",
    remedy: "Upgrade the plan in the app, or remove from the layout what the plan does not include.",
  },
  "http/no-response": {
    cause: "docsform sent the request and received no complete response in time.",
    example: "docsform plan    # over a network that fails",
    remedy: "Check the network and the service's status, then run the command again.",
  },
  "http/not-found": {
    cause: "The object does not exist, or the token's user has no access to it (404).",
    example: "docsform call spaces get --space-id nowhere",
    remedy: "Correct the id. If the object was deleted, plan again.",
  },
  "http/proxy-refused": {
    cause:
      "docsform cannot reach the proxy that HTTPS_PROXY names, or the proxy asks for a user name (407) or refuses to connect to the service.",
    example: "HTTPS_PROXY=http://proxy.example:3128 docsform plan",
    remedy:
      "Check the proxy's address, user name and password in HTTPS_PROXY, and whether the proxy allows connections to the service.",
  },
  "http/rate-limited": {
    cause: "The service's rate limit stayed exhausted for longer than docsform waits (429).",
    example: "docsform apply --concurrency 100",
    remedy: "Wait, lower --concurrency, or check which other programs use the same token.",
  },
  "http/read-only": {
    cause: "A program tried to write through a client that only reads. This is a bug in the program.",
    example: "client.readOnly().call(…)",
    remedy: "Use a client that may write, if the write is intended.",
  },
  "http/redirect-refused": {
    cause:
      "The service redirects the request to another address, and docsform does not send its token there.",
    example: "docsform plan --base-url https://old.example.com",
    remedy: "Set the base URL to the service's real address.",
  },
  "http/unauthorized": {
    cause: "The token is missing, wrong, expired or revoked (401).",
    example: "DOCSFORM_TOKEN=wrong docsform plan",
    remedy: "Create a new API token in the service.",
  },
  "http/unexpected-status": {
    cause: "The service refused the request or failed, with an HTTP status that has no code of its own.",
    example: "docsform apply    # of a value that the service does not accept (400)",
    remedy: "Follow the service's own message. After a status of 500 or above, run the command again later.",
  },
  "http/unreachable": {
    cause:
      "docsform could not connect to the service: the address is wrong, the network or a firewall blocks it, or the certificate is not trusted.",
    example: "docsform plan --base-url https://nowhere.example",
    remedy:
      "Check the base URL and the network. Behind a proxy, set HTTPS_PROXY. If your organization has its own certificate authority, name its certificate in NODE_EXTRA_CA_CERTS.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
