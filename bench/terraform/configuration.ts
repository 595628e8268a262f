import { organization } from "../support/emulator-process.ts";

/** The types of the resources. The configuration has the same number of each. */
const kinds: readonly (readonly [type: string, attributes: string])[] = [
  ["collection", '  title = "Collection ${count.index}"\n'],
  ["space", '  title = "Space ${count.index}"\n'],
  ["team", '  title = "Team ${count.index}"\n'],
  [
    "openapi_spec",
    '  slug   = "spec-${count.index}"\n  source = { url = "https://acme.example/${count.index}.json" }\n',
  ],
];

/** A configuration of `count` resources and their provider. It sets the API version, because users of the public service need no detection of it. */
export function configuration(provider: "docs" | "memory", url: string, count: number): string {
  const resources = kinds.map(([type, attributes], place) => {
    const each = Math.ceil((count - place) / kinds.length);
    return `resource "docs_${type}" "many" {\n  count    = ${each}\n  provider = ${provider}\n${attributes}}\n`;
  });
  return `terraform {\n  required_providers {\n    ${provider} = { source = "docsform/${provider}" }\n  }\n}\nprovider "${provider}" {\n  base_url     = ${JSON.stringify(url)}\n  organization = "${organization}"\n  api_version   = "current"\n}\n${resources.join("")}`;
}
