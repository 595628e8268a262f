import type { CodeEntry } from "./code-entry.ts";

const answered = "{call} failed: {host} returned {answer}";
const severalLists = { text: "{count} lists could not be read from {host}.", remedy: "{remedy}" } as const;
const wholeUrl = "Write it in full and without /v1, for example https://api.gitbook.com.";
const certificateRemedy =
  "If the proxy or the service uses your organization's certificate authority, name its certificate file in NODE_EXTRA_CA_CERTS.";
const credentialsRemedy =
  "Give the proxy's user name and password in HTTPS_PROXY, as http://USER:PASSWORD@HOST:PORT, each part percent-encoded.";

const referenced = {
  text: "{failure}",
  remedy:
    "Terraform deletes an object before it changes the objects that refer to it, here perhaps {types}. First apply with references to another {object}. Then delete this one.",
} as const;
const createFirst = {
  text: "{failure}",
  remedy:
    "Terraform deletes an object before it changes the objects that refer to it, here perhaps {types}. Add `lifecycle { create_before_destroy = true }` to this resource. Then Terraform creates the new one first and deletes this one last.",
} as const;

/** Codes of requests to the service. */
export const httpCodes = {
  "http/bad-base-url": {
    cases: {
      notUrl: { text: "The base URL is not a URL.", remedy: wholeUrl },
      otherScheme: { text: "The base URL does not begin with https://.", remedy: wholeUrl },
      credentials: {
        text: "The base URL contains a user name or a password.",
        remedy: "Remove them, and give the API token separately.",
      },
      query: {
        text: "The base URL has a query or a fragment.",
        remedy: `Remove everything from the ? or # on. ${wholeUrl}`,
      },
      version: { text: "The base URL ends in /v1, which docsform adds itself.", remedy: "Remove /v1." },
      plainHttp: {
        text: "The base URL uses plain http to {host}, so others on the network could read the token.",
        remedy: "Use https. docsform accepts plain http only for this machine (localhost, 127.0.0.1, ::1).",
      },
    },
    remedy: "Write it with https://, and without /v1.",
  },
  "http/bad-parameter": {
    message: {
      text: "{operation} does not accept {value} as {name}.",
      remedy: "Give the id of an object as {name}.",
    },
    remedy: "Give the id of an object.",
  },
  "http/bad-proxy": {
    message: "HTTPS_PROXY does not name a proxy.",
    remedy: "Write it as http://proxy.example:3128, or unset it.",
  },
  "http/bad-token": {
    message: "The API token is empty or contains an invalid character.",
    remedy: "Copy the token again, without spaces or line breaks around it.",
  },
  "http/conflict": {
    cases: { status: answered, referenced, createFirst },
    remedy:
      "The change conflicts with an existing object. Plan again, and check whether another object has the same name or path.",
  },
  "http/forbidden": {
    message: {
      text: answered,
      remedy:
        "Give the token's user the permission, or check that the organization's plan includes this feature.",
    },
    remedy:
      "Give the token's user the permission, or check the organization's plan. docsform doctor shows the user's permissions.",
  },
  "http/incomplete-list": {
    cases: {
      endless: "{call} returned pages without end: the pages repeat, or contain nothing new",
      contradiction: "{call} returned {item} several times, with different contents, in each of three reads",
      missing: "{call} returned {received} items after several reads, but the service counts {expected}",
    },
    remedy:
      "Read the list again when fewer users write to it. If that does not help, ask the service's support about the count.",
  },
  "http/interrupted": {
    cases: {
      sent: "{call} was interrupted",
      unsent: "{call} was interrupted before it was sent",
      again: "{call} was interrupted before it could be sent again after {failure}",
    },
    remedy: "Run the command again to continue.",
  },
  "http/invalid-response": {
    cases: {
      unusable: "{call} failed: {host} returned {status}, but docsform cannot use the response: {problem}",
      field: {
        text: "{call} failed: {host} returned {status}, but docsform cannot use the response: {problem}",
        remedy:
          "docsform needs this field. Run the command again; if that does not help, check for a newer docsform.",
      },
      item: "{call} was answered without a result for this item",
      incomplete: "{call} failed: {host} responded with {status}, but the response is incomplete: {problem}",
    },
    remedy: "Check that the base URL is that of the service itself and not of a proxy or a login page.",
  },
  "http/needs-upgrade": {
    cases: {
      status: answered,
      checkout: "{call} failed: {host} returned a checkout and changed nothing",
    },
    remedy:
      "Upgrade the plan of the organization or the site in the app, or remove what the plan does not include.",
  },
  "http/no-response": {
    cases: {
      call: "{call} got no response from {host}",
      lists: severalLists,
    },
    remedy: "Check the network and the service's status, then run the command again.",
  },
  "http/not-found": {
    message: answered,
    remedy:
      "The object does not exist, or the token's user has no access to it. If it was deleted, plan again.",
  },
  "http/proxy-refused": {
    cases: {
      status: {
        text: "{call} failed: a proxy on the way to {host} returned {answer}",
        remedy: credentialsRemedy,
      },
      credentials: { text: "{call} could not be sent {reason}", remedy: credentialsRemedy },
      untrusted: { text: "{call} could not be sent {reason}", remedy: certificateRemedy },
      other: {
        text: "{call} could not be sent {reason}",
        remedy:
          "Check that HTTPS_PROXY names the right proxy and that it allows connections to {service}. NO_PROXY lists the hosts to reach without a proxy.",
      },
      lists: severalLists,
    },
    remedy:
      "Check the proxy's address, user name and password in HTTPS_PROXY, and whether the proxy allows connections to the service.",
  },
  "http/rate-limited": {
    message: {
      text: answered,
      remedy:
        "The service's rate limit is exhausted. Wait, lower the concurrency, or check what else uses the same token.",
    },
    remedy: "Wait, lower --concurrency, or check which other programs use the same token.",
  },
  "http/read-only": {
    message: "{call} was not sent: this client only reads",
    remedy: "Use a client that may write, if the write is intended.",
  },
  "http/redirect-refused": {
    message: "{call} failed: {host} returned {status}, {refusal}",
    remedy:
      "Set the base URL to the service's real address. docsform never sends the token to another address.",
  },
  "http/unauthorized": {
    message: {
      text: answered,
      remedy: "Check the API token: it is wrong, expired or revoked, or belongs to another service.",
    },
    remedy: "Create a new API token in the service.",
  },
  "http/unexpected-status": {
    cases: {
      badRequest: { text: answered, remedy: "Correct the cause that the service's message names." },
      wrongState: {
        text: answered,
        remedy: "The service does not allow this in the object's present state. Plan again.",
      },
      notServed: {
        text: answered,
        remedy: "This service does not have the operation. Another API version may have it.",
      },
      failed: { text: answered, remedy: "The service has a problem. Run the command again later." },
      item: {
        text: "{call} did not do this item: {answer}",
        remedy: "Correct the cause that the service's message names.",
      },
      other: answered,
      referenced,
      createFirst,
    },
    remedy: "Follow the service's own message. After a status of 500 or above, run the command again later.",
  },
  "http/unreachable": {
    cases: {
      call: {
        text: "{call} could not be sent to {host}",
        remedy: "Check the base URL and the network, and whether a proxy or firewall blocks the connection.",
      },
      untrusted: { text: "{call} could not be sent to {host}", remedy: certificateRemedy },
      lists: severalLists,
    },
    remedy:
      "Check the base URL and the network. Behind a proxy, set HTTPS_PROXY. If your organization has its own certificate authority, name its certificate in NODE_EXTRA_CA_CERTS.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
