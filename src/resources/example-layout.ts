/** A small first layout, with comments: one of everything that a first site needs. */
export function exampleLayout(organizationId: string): string {
  return `docsform: 1
organization: ${yamlText(organizationId)}

# Each entry has a key of your own, here handbook, by which others name it.
collections:
  handbook:
    title: Handbook

# What is left out is not managed: reference has no emoji here, so anybody may choose one in the app.
spaces:
  first-steps:
    title: First steps
    collection: handbook
    emoji: "1f44b"
  reference:
    title: Reference
    collection: handbook

# A site shows spaces, in this order. Readers see it after it is published, with \`published: true\`.
sites:
  docs:
    title: Our documentation
    structure:
      - section: First steps
        path: first-steps
        spaces: [first-steps]
      - section: Reference
        path: reference
        spaces: [reference]
`;
}

/** The id as YAML text. An id is a word, which needs no quotes unless it looks like another kind of value. */
function yamlText(id: string): string {
  return /^[A-Za-z][\w-]*$/u.test(id) && !/^(?:true|false|null)$/iu.test(id) ? id : JSON.stringify(id);
}
