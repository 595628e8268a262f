/** An invalid layout and the printed errors. The test adds a valid head unless the layout is `bare`. */
export interface Transcript {
  readonly wrong: string;
  readonly layout: string;
  readonly bare?: true;
  /** The text of a second file. */
  readonly more?: string;
  readonly reported: string;
}

export const transcripts: readonly Transcript[] = [
  {
    wrong: "not YAML",
    layout: `books: { a: [ }
`,
    reported: `docsform.yaml:3:8: error layout/invalid-yaml: Not valid YAML: The bracket that opens here has no closing } before the end of the file.
  3 | books: { a: [ }
    |        ^
  Write } at its end, and indent its lines deeper than its field.
docsform.yaml:3:13: error layout/invalid-yaml: Not valid YAML: The bracket that opens here has no closing ] before the } in line 3.
  3 | books: { a: [ }
    |             ^
  Write ] at its end, and indent its lines deeper than its field.`,
  },
  {
    wrong: "not YAML, and not what follows it",
    layout: `words
# Books.
docsform: 1
organization: acme
books: { a: {} }
`,
    bare: true,
    reported: `docsform.yaml:3:1: error layout/invalid-yaml: Not valid YAML: Unexpected scalar token in YAML stream.
  3 | docsform: *
    | ^^^^^^^^
  Correct this place or the text before it: often a quote, a bracket or an indent.`,
  },
  {
    wrong: "a colon in a text",
    layout: `books:
  a:
    title: API: canary
`,
    reported: `docsform.yaml:5:12: error layout/invalid-yaml: Not valid YAML: A text that contains a colon and a space needs quotes.
  5 |     title: **** ******
    |            ^
  Put the whole text in quotes: "one: two".`,
  },
  {
    wrong: "a colon in a text inside of braces",
    layout: `books: { a: { title: API: canary } }
`,
    reported: `docsform.yaml:3:22: error layout/invalid-yaml: Not valid YAML: A colon and a space are in a place where no field begins.
  3 | books: { a: { title: **** ****** } }
    |                      ^^^^^^^^^^^^
  Put the whole text in quotes: "one: two"; or write a comma before the next field.`,
  },
  {
    wrong: "no comma inside of braces",
    layout: `books: { a: { title: Canary id: x } }
`,
    reported: `docsform.yaml:3:22: error layout/invalid-yaml: Not valid YAML: A colon and a space are in a place where no field begins.
  3 | books: { a: { title: ****** *** * } }
    |                      ^^^^^^^^^^^^^
  Put the whole text in quotes: "one: two"; or write a comma before the next field.`,
  },
  {
    wrong: "an apostrophe in single quotes",
    layout: `books:
  a: { title: 'It's canary' }
`,
    reported: `docsform.yaml:4:19: error layout/invalid-yaml: Not valid YAML: There is text after the closing quote.
  4 |   a: { title: '**'* ******' }
    |                   ^^^^^^^^^
  In single quotes write '' for each '; or put the text in double quotes: "It's here".`,
  },
  {
    wrong: "quotes in double quotes",
    layout: `books:
  a:
    title: "The "canary" book"
`,
    reported: `docsform.yaml:5:18: error layout/invalid-yaml: Not valid YAML: There is text after the closing quote.
  5 |     title: "*** "******" ****"
    |                  ^^^^^^^^^^^^^
  In double quotes write \\" for each "; or put the text in single quotes.`,
  },
  {
    wrong: "text after double quotes",
    layout: `books:
  a:
    title: "API" canary
`,
    reported: `docsform.yaml:5:18: error layout/invalid-yaml: Not valid YAML: There is text after the closing quote.
  5 |     title: "***" ******
    |                  ^^^^^^
  Put the whole text in single quotes: '"one" two'.`,
  },
  {
    wrong: "text after single quotes",
    layout: `books:
  a:
    title: 'API' canary
`,
    reported: `docsform.yaml:5:18: error layout/invalid-yaml: Not valid YAML: There is text after the closing quote.
  5 |     title: '***' ******
    |                  ^^^^^^
  Put the whole text in quotes: "'one' two".`,
  },
  {
    wrong: "text after a bracket",
    layout: `books:
  a:
    title: [API] canary
`,
    reported: `docsform.yaml:5:18: error layout/invalid-yaml: Not valid YAML: There is text after the closing bracket.
  5 |     title: [***] ******
    |                  ^^^^^^
  Put the whole text in quotes: "[one] two".`,
  },
  {
    wrong: "tabs for blanks, in every line",
    layout: `books:
\ta:
\t\ttitle: Canary
\tb: { title: Canary }
`,
    reported: `docsform.yaml:4:1: error layout/invalid-yaml: Not valid YAML: A tab indents this line.
  4 | 	a:
    | ^
  Replace each tab with two spaces.`,
  },
  {
    wrong: "a line that is indented too deep",
    layout: `books:
  a:
    title: Canary
      id: canary
`,
    reported: `docsform.yaml:5:12: error layout/invalid-yaml: Not valid YAML: This field has a value, but the next line is indented as its content.
  5 |     title: ******
    |            ^
  Indent all lines of one map or list alike.`,
  },
  {
    wrong: "a line that is not indented enough",
    layout: `books:
  a:
    title: Canary
   id: canary
`,
    reported: `docsform.yaml:6:1: error layout/invalid-yaml: Not valid YAML: This line has another indent than the lines around it.
  6 |    id: ******
    | ^
  Indent all lines of one map or list alike.`,
  },
  {
    wrong: "no blank after a colon",
    layout: `books:
  a:
    title:Canary
    id: canary
`,
    reported: `docsform.yaml:5:5: error layout/invalid-yaml: Not valid YAML: A field's name needs a colon and a space after it.
  5 |     ************
    |     ^^^^^^^^^^^^
  Write a colon and a space after a field's name, and a dash and a space before each entry of a list.`,
  },
  {
    wrong: "a quote that is never closed",
    layout: `books:
  a:
    title: 'Canary
  b: { title: Canary }
`,
    reported: `docsform.yaml:5:12: error layout/invalid-yaml: Not valid YAML: The quote that opens here has no end.
  5 |     title: '******
    |            ^
  Write the same quote at the end of the text.`,
  },
  {
    wrong: "a brace that is never closed",
    layout: `books:
  a: { title: Canary
fairs: {}
`,
    reported: `docsform.yaml:4:6: error layout/invalid-yaml: Not valid YAML: The bracket that opens here has no closing } before line 5.
  4 |   a: { title: ******
    |      ^
  Write } at its end, and indent its lines deeper than its field.`,
  },
  {
    wrong: "a bracket that is never closed, far above the place where its lines end",
    layout: `books:
  a:
    title: Canary
    authors: [
      ann, # a comment with ]
      "b]",
      bob

fairs: {}
`,
    reported: `docsform.yaml:6:14: error layout/invalid-yaml: Not valid YAML: The bracket that opens here has no closing ] before line 11.
  6 |     authors: [
    |              ^
  Write ] at its end, and indent its lines deeper than its field.`,
  },
  {
    wrong: "a text that begins with a sign of YAML",
    layout: `books:
  a: { title: @canary }
`,
    reported: `docsform.yaml:4:15: error layout/invalid-yaml: Not valid YAML: A text that begins with this character needs quotes.
  4 |   a: { title: ******* }
    |               ^
  Put the whole text in quotes: "@one".`,
  },
  {
    wrong: "a text that begins with an asterisk",
    layout: `books:
  a: { title: *canary* }
`,
    reported: `docsform.yaml:4:15: error layout/unknown-alias: No anchor &canary* comes before this alias.
  4 |   a: { title: *canary* }
    |               ^^^^^^^^
  Name an earlier anchor, or put a text that begins with * in quotes.`,
  },
  {
    wrong: "a backslash in double quotes",
    layout: `books:
  a: { title: "C:\\canary" }
`,
    reported: `docsform.yaml:4:18: error layout/invalid-yaml: Not valid YAML: Invalid escape sequence.
  4 |   a: { title: "*********" }
    |                  ^
  In double quotes write \\\\ for a \\; or put the text in single quotes, where \\ is only itself.`,
  },
  {
    wrong: "text in the line of a bar",
    layout: `books:
  a:
    title: | canary
`,
    reported: `docsform.yaml:5:14: error layout/invalid-yaml: Not valid YAML: There is text after | or > on the same line.
  5 |     title: | ******
    |              ^^^^^^
  Start the text on the next line, indented deeper, or put it in quotes.`,
  },
  {
    wrong: "a map that is a list of objects",
    layout: `books:
  - title: A
`,
    reported: `docsform.yaml:4:3: error layout/invalid-value: books must be a map: a key of your choice → an object.
  4 |   - *****: *
    |   ^^^^^^^^^^
  Replace each dash with a key of your choice: books: { my-key: { … } }.`,
  },
  {
    wrong: "a structure that is a map",
    layout: `books: { a: { title: A } }
fairs:
  docs:
    title: Docs
    structure:
      hall: Guides
      books: [a]
`,
    reported: `docsform.yaml:8:7: error layout/invalid-value: structure must be a list.
  8 |       hall: Guides
    |       ^^^^^^^^^^^^
  Start each entry with a dash and a space: - hall: … or - wing: … or - book: ….`,
  },
  {
    wrong: "a conflict that Git left",
    layout: `<<<<<<< HEAD
books: {}
=======
books: { a: { title: A } }
>>>>>>> main
`,
    reported: `docsform.yaml:3:1: error layout/merge-conflict: This is an unresolved Git conflict.
  3 | ******* ****
    | ^^^^^^^
  Keep the right lines, and remove the lines <<<<<<<, ======= and >>>>>>>.`,
  },
  {
    wrong: "two documents in one file",
    layout: `books: {}
---
books: {}
`,
    reported: `docsform.yaml:4:1: error layout/several-documents: The file contains several documents, separated by ---.
  4 | ---
    | ^^^
  Put each document into a file of its own.`,
  },
  {
    wrong: "no version and no organization",
    layout: `books: {}
`,
    bare: true,
    reported: `docsform.yaml:1:1: error layout/missing-field: The layout does not declare its format version.
  1 | books: {}
    | ^
  Write docsform: 1 at the top.
docsform.yaml:1:1: error layout/missing-field: The layout does not name its organization.
  1 | books: {}
    | ^
  Write organization: and its id at the top.`,
  },
  {
    wrong: "another version",
    layout: `docsform: 2
organization: org
`,
    bare: true,
    reported: `docsform.yaml:1:11: error layout/unknown-version: docsform does not know this version of the layout format.
  1 | docsform: 2
    |           ^
  Write docsform: 1, or use a newer docsform.`,
  },
  {
    wrong: "a number for the organization",
    layout: `docsform: 1
organization: 42
`,
    bare: true,
    reported: `docsform.yaml:2:15: error layout/invalid-value: organization must be text.
  2 | organization: 42
    |               ^^
  Put it in quotes.`,
  },
  {
    wrong: "a list at the top",
    layout: `- docsform
`,
    bare: true,
    reported: `docsform.yaml:1:1: error layout/invalid-value: A layout must be a map of fields.
  1 | - ********
    | ^^^^^^^^^^
  Start with docsform: 1.
docsform.yaml:1:1: error layout/missing-field: The layout does not declare its format version.
  1 | - ********
    | ^
  Write docsform: 1 at the top.
docsform.yaml:1:1: error layout/missing-field: The layout does not name its organization.
  1 | - ********
    | ^
  Write organization: and its id at the top.`,
  },
  {
    wrong: "an unknown field at the top",
    layout: `bookz: {}
`,
    reported: `docsform.yaml:3:1: error layout/unknown-field: A layout has no field bookz.
  3 | bookz: {}
    | ^^^^^
  Did you mean books?`,
  },
  {
    wrong: "a merge key of what is no map",
    layout: `books: { a: &a { title: A }, b: { <<: [*a, 3], title: B } }
`,
    reported: `docsform.yaml:3:35: error layout/invalid-merge: The value of << must be a map, or a list of maps.
  3 | books: { a: &a { title: A }, b: { <<: [*a, *], title: B } }
    |                                   ^^
  Merge the anchor of a map, such as <<: *common.`,
  },
  {
    wrong: "the same key twice",
    layout: `books:
  a: { title: A }
  a: { title: B }
`,
    reported: `docsform.yaml:5:3: error layout/duplicate-key: a is already declared at docsform.yaml:4:3.
  5 |   a: { title: B }
    |   ^
  Remove one of them, or give it another key.`,
  },
  {
    wrong: "the same key in two files",
    layout: `books: { a: { title: A } }
`,
    more: `books:
  a: { title: Other }
`,
    reported: `more.yaml:2:3: error layout/duplicate-key: a is already declared at docsform.yaml:3:10.
  2 |   a: { title: Other }
    |   ^
  Remove one of them, or give it another key.`,
  },
  {
    wrong: "a map that is a list",
    layout: `books: [a]
`,
    reported: `docsform.yaml:3:8: error layout/invalid-value: books must be a map: a key of your choice → an object.
  3 | books: [*]
    |        ^^^
  Replace each dash with a key of your choice: books: { my-key: { … } }.`,
  },
  {
    wrong: "an object that is text",
    layout: `books: { a: Guides }
`,
    reported: `docsform.yaml:3:10: error layout/invalid-value: a must be a map of the fields of a book.
  3 | books: { a: ****** }
    |          ^`,
  },
  {
    wrong: "an unknown map under prune",
    layout: `prune: [dors, halls]
`,
    reported: `docsform.yaml:3:9: error layout/unknown-map: prune: there is no map dors.
  3 | prune: [dors, halls]
    |         ^^^^
  Did you mean doors?
docsform.yaml:3:15: error layout/unknown-map: prune: there is no map halls.
  3 | prune: [dors, halls]
    |               ^^^^^
  Use one of shelves, books, doors, feeds, fairs.`,
  },
  {
    wrong: "an unknown threshold and a share over 100 %",
    layout: `safety: { maxDelete: 3, maxChanges: 130% }
`,
    reported: `docsform.yaml:3:11: error layout/unknown-field: safety has no field maxDelete.
  3 | safety: { maxDelete: 3, maxChanges: 130% }
    |           ^^^^^^^^^
  Did you mean maxDeletes?
docsform.yaml:3:37: error layout/invalid-value: maxChanges must be a share such as 30%, or a whole number.
  3 | safety: { maxDelete: 3, maxChanges: 130% }
    |                                     ^^^^`,
  },
  {
    wrong: "an unknown field",
    layout: `books:
  a: { title: A, langauge: fr }
`,
    reported: `docsform.yaml:4:18: error layout/unknown-field: A book has no field langauge.
  4 |   a: { title: A, langauge: ** }
    |                  ^^^^^^^^
  Did you mean language?`,
  },
  {
    wrong: "a field that is like no other",
    layout: `doors:
  a: { label: Main, color: red }
`,
    reported: `docsform.yaml:4:21: error layout/unknown-field: A door has no field color.
  4 |   a: { label: Main, color: *** }
    |                     ^^^^^
  Use one of label, certificate, lock, book, id, was, protect, ignore.`,
  },
  {
    wrong: "nothing of what creating takes",
    layout: `books:
  a: { language: fr }
`,
    reported: `docsform.yaml:4:3: error layout/missing-field: book.a has no title, which is required to create a book.
  4 |   a: { language: fr }
    |   ^
  Add title, or the id of an existing book.`,
  },
  {
    wrong: "a text that is too long",
    layout: `books:
  a: { title: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx }
`,
    reported: `docsform.yaml:4:15: error layout/invalid-value: title is too long: 51 characters, at most 50.
  4 |   a: { title: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx }
    |               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^`,
  },
  {
    wrong: "an empty text",
    layout: `books:
  a: { title: "" }
`,
    reported: `docsform.yaml:4:15: error layout/invalid-value: title must not be empty.
  4 |   a: { title: "" }
    |               ^^`,
  },
  {
    wrong: "a text that is too short",
    layout: `doors:
  a: { label: "é" }
`,
    reported: `docsform.yaml:4:15: error layout/invalid-value: label is too short: 1 character, at least 2.
  4 |   a: { label: "é" }
    |               ^^^`,
  },
  {
    wrong: "a number for a text",
    layout: `books:
  a: { title: 2024 }
`,
    reported: `docsform.yaml:4:15: error layout/invalid-value: title must be text, not a number.
  4 |   a: { title: 2024 }
    |               ^^^^
  Put it in quotes.`,
  },
  {
    wrong: "a value that is not allowed",
    layout: `books:
  a: { title: A, editMode: lockd }
`,
    reported: `docsform.yaml:4:28: error layout/invalid-value: editMode must be one of live, locked, not lockd.
  4 |   a: { title: A, editMode: lockd }
    |                            ^^^^^
  Did you mean locked?`,
  },
  {
    wrong: "a text of the wrong form",
    layout: `books:
  a: { title: A, emoji: Book }
`,
    reported: `docsform.yaml:4:25: error layout/invalid-value: emoji does not match the service's pattern: /^[0-9a-f-]+$/.
  4 |   a: { title: A, emoji: Book }
    |                         ^^^^`,
  },
  {
    wrong: "a number out of bounds",
    layout: `books:
  a: { title: A, pages: 1000 }
`,
    reported: `docsform.yaml:4:25: error layout/invalid-value: pages must be at most 999.
  4 |   a: { title: A, pages: 1000 }
    |                         ^^^^`,
  },
  {
    wrong: "a wrong item of a list",
    layout: `books:
  a:
    title: A
    tags:
      - short
      - much too long a tag
`,
    reported: `docsform.yaml:8:9: error layout/invalid-value: tags.1 is too long: 19 characters, at most 10.
  8 |       - much too long a tag
    |         ^^^^^^^^^^^^^^^^^^^`,
  },
  {
    wrong: "a list that is too long",
    layout: `books:
  a: { title: A, tags: [a, b, c, d] }
`,
    reported: `docsform.yaml:4:24: error layout/invalid-value: tags has too many items: 4, at most 3.
  4 |   a: { title: A, tags: [a, b, c, d] }
    |                        ^^^^^^^^^^^^`,
  },
  {
    wrong: "an unknown field in a value",
    layout: `feeds:
  f: { source: { url: https://a.example, txet: b } }
`,
    reported: `docsform.yaml:4:42: error layout/invalid-value: source has no field txet.
  4 |   f: { source: { url: https://a.example, txet: b } }
    |                                          ^^^^`,
  },
  {
    wrong: "a wrong field in a value",
    layout: `feeds:
  f: { source: { url: nowhere } }
`,
    reported: `docsform.yaml:4:23: error layout/invalid-value: source.url must be a URL.
  4 |   f: { source: { url: nowhere } }
    |                       ^^^^^^^`,
  },
  {
    wrong: "a value without its fields",
    layout: `feeds:
  f: { source: {} }
`,
    reported: `docsform.yaml:4:16: error layout/invalid-value: source needs one of the fields url, text.
  4 |   f: { source: {} }
    |                ^^`,
  },
  {
    wrong: "two fields of which one excludes the other",
    layout: `feeds:
  f: { source: { url: https://a.example, text: b } }
`,
    reported: `docsform.yaml:4:42: error layout/invalid-value: Set source.url or source.text, not both.
  4 |   f: { source: { url: https://a.example, text: b } }
    |                                          ^^^^`,
  },
  {
    wrong: "a key of the wrong form",
    layout: `feeds:
  Feed_1: { source: { url: https://a.example } }
`,
    reported: `docsform.yaml:4:3: error layout/invalid-value: The key, which is the slug of a feed, does not match the service's pattern: /^[a-z0-9-]+$/.
  4 |   Feed_1: { source: { url: https://a.example } }
    |   ^^^^^^`,
  },
  {
    wrong: "null where nothing can be cleared",
    layout: `books:
  a: { title: A, editMode: null }
`,
    reported: `docsform.yaml:4:28: error layout/not-nullable: null cannot clear editMode.
  4 |   a: { title: A, editMode: null }
    |                            ^^^^
  Give it a value, or remove the field: docsform then does not manage it.`,
  },
  {
    wrong: "null by accident",
    layout: `books:
  a:
    title:
`,
    reported: `docsform.yaml:5:5: error layout/not-nullable: null cannot clear title.
  5 |     title:
    |     ^^^^^
  Give it a value, or remove the field: docsform then does not manage it.`,
  },
  {
    wrong: "an unset variable",
    layout: `variables: { stage: { env: STAGF }, other: {} }
`,
    reported: `docsform.yaml:3:14: error layout/unset-variable: The variable stage has no value: the environment variable STAGF is not set, or it is empty.
  3 | variables: { stage: { env: STAGF }, other: {} }
    |              ^^^^^
  Did you mean STAGE? Set STAGF, give --var stage=…, or declare a default.
docsform.yaml:3:37: error layout/unset-variable: The variable other has no value.
  3 | variables: { stage: { env: STAGF }, other: {} }
    |                                     ^^^^^
  Give its source: { env: OTHER } or { default: … }. Or give --var other=….`,
  },
  {
    wrong: "variables that are not declared, each told once",
    layout: `books: { a: { title: "Guide \${STAGE} \${of} \${STAGE}" }, b: { title: "\${STAGE}" } }
`,
    reported: `docsform.yaml:3:22: error layout/unknown-variable: The layout declares no variable STAGE.
  3 | books: { a: { title: "Guide \${STAGE} \${of} \${STAGE}" }, b: { title: "\${STAGE}" } }
    |                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  Declare it: variables: { STAGE: { env: STAGE }, of: { env: of } }. Write $\${ for a literal \${.
docsform.yaml:3:22: error layout/unknown-variable: The layout declares no variable of.
  3 | books: { a: { title: "Guide \${STAGE} \${of} \${STAGE}" }, b: { title: "\${STAGE}" } }
    |                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  Declare it: variables: { STAGE: { env: STAGE }, of: { env: of } }. Write $\${ for a literal \${.`,
  },
  {
    wrong: "a variable that is nearly declared",
    layout: `variables: { stage: { default: test } }
books: { a: { title: "Guide \${stag}" } }
`,
    reported: `docsform.yaml:4:22: error layout/unknown-variable: The layout declares no variable stag.
  4 | books: { a: { title: "Guide \${stag}" } }
    |                      ^^^^^^^^^^^^^^^
  Did you mean stage?`,
  },
  {
    wrong: "a declaration of a variable",
    layout: `variables: { a b: {}, c: 1234, d: { environment: X }, e: { env: 4 } }
`,
    reported: `docsform.yaml:3:14: error layout/invalid-value: The name a b may contain only letters, digits and underscores, and must not begin with a digit.
  3 | variables: { a b: {}, c: 1234, d: { environment: X }, e: { env: 4 } }
    |              ^^^
docsform.yaml:3:26: error layout/invalid-value: c must be a text, or a map of the fields env, default, description, secret.
  3 | variables: { a b: {}, c: 1234, d: { environment: X }, e: { env: 4 } }
    |                          ^^^^
  Write c: { env: C }.
docsform.yaml:3:37: error layout/unknown-field: A variable has no field environment.
  3 | variables: { a b: {}, c: 1234, d: { environment: X }, e: { env: 4 } }
    |                                     ^^^^^^^^^^^
  Use one of env, default, description, secret.
docsform.yaml:3:65: error layout/invalid-value: env must be the name of an environment variable.
  3 | variables: { a b: {}, c: 1234, d: { environment: X }, e: { env: 4 } }
    |                                                                 ^`,
  },
  {
    wrong: "a secret where it would be shown",
    layout: `books: { a: { title: A, id: !env STAGE } }
`,
    reported: `docsform.yaml:3:34: error layout/secret-shown: Plans and other outputs show id, so it cannot be secret.
  3 | books: { a: { title: A, id: !env STAGE } }
    |                                  ^^^^^
  Use a text that is not secret, or a variable without secret: true.`,
  },
  {
    wrong: "a file where no long text belongs",
    layout: `books: { a: { title: !file title.txt } }
`,
    reported: `docsform.yaml:3:28: error layout/not-a-long-text: !file reads secrets and long texts, and this field is neither.
  3 | books: { a: { title: !file title.txt } }
    |                            ^^^^^^^^^
  Write the text here, or declare a variable.`,
  },
  {
    wrong: "an unset secret",
    layout: `doors: { a: { label: Main, certificate: !env GONE } }
`,
    reported: `docsform.yaml:3:46: error layout/unset-variable: The environment variable GONE is not set, or it is empty.
  3 | doors: { a: { label: Main, certificate: !env GONE } }
    |                                              ^^^^
  Set it.`,
  },
  {
    wrong: "a file that is not there",
    layout: `doors: { a: { label: Main, certificate: !file gone.pem } }
`,
    reported: `docsform.yaml:3:47: error layout/unreadable-file: Cannot read gone.pem: there is no such file.
  3 | doors: { a: { label: Main, certificate: !file gone.pem } }
    |                                               ^^^^^^^^
  The path is relative to the layout file.`,
  },
  {
    wrong: "a tag that is not known",
    layout: `books: { a: { title: !secret A } }
`,
    reported: `docsform.yaml:3:22: error layout/invalid-yaml: Not valid YAML: docsform does not know this YAML tag.
  3 | books: { a: { title: ******* * } }
    |                      ^^^^^^^
  The tags are !env NAME and !file PATH. Put a text that begins with ! in quotes.`,
  },
  {
    wrong: "an unknown reference",
    layout: `books: { guides: { title: Guides } }
doors: { a: { label: Main, book: guide } }
`,
    reported: `docsform.yaml:4:34: error layout/unknown-reference: book refers to guide, which books does not declare.
  4 | doors: { a: { label: Main, book: guide } }
    |                                  ^^^^^
  Did you mean guides?`,
  },
  {
    wrong: "an unknown container",
    layout: `shelves: { s: { title: S } }
books: { a: { title: A, shelf: nowhere } }
`,
    reported: `docsform.yaml:4:32: error layout/unknown-reference: shelf refers to nowhere, which shelves does not declare.
  4 | books: { a: { title: A, shelf: nowhere } }
    |                                ^^^^^^^
  Declare it, or write { id: … } for an object that the layout does not declare.`,
  },
  {
    wrong: "a reference that is a list",
    layout: `books: { a: { title: A, shelf: [s] } }
`,
    reported: `docsform.yaml:3:32: error layout/invalid-value: shelf must be a key of shelves, or { id: … }.
  3 | books: { a: { title: A, shelf: [s] } }
    |                                ^^^`,
  },
  {
    wrong: "a reference by something else than an id",
    layout: `books: { a: { title: A, shelf: { key: s } } }
`,
    reported: `docsform.yaml:3:32: error layout/invalid-value: shelf must be a key, or { id: … }.
  3 | books: { a: { title: A, shelf: { key: s } } }
    |                                ^^^^^^^^^^
docsform.yaml:3:34: error layout/unknown-field: A reference has no field key.
  3 | books: { a: { title: A, shelf: { key: s } } }
    |                                  ^^^
  Use id.`,
  },
  {
    wrong: "shelves inside of one another",
    layout: `shelves:
  a: { title: A, parent: c }
  b: { title: B, parent: a }
  c: { title: C, parent: b }
`,
    reported: `docsform.yaml:4:26: error layout/container-cycle: These objects are inside each other: shelf.a → shelf.c → shelf.b → shelf.a.
  4 |   a: { title: A, parent: c }
    |                          ^
  Move one of them out of the other.`,
  },
  {
    wrong: "a former value of what is not a field",
    layout: `books:
  a: { title: A, was: { titel: B } }
`,
    reported: `docsform.yaml:4:25: error layout/unknown-field: A book has no field titel.
  4 |   a: { title: A, was: { titel: * } }
    |                         ^^^^^
  Did you mean title?`,
  },
  {
    wrong: "ignoring what is not a field",
    layout: `books:
  a: { title: A, ignore: [langauge] }
`,
    reported: `docsform.yaml:4:27: error layout/unknown-field: A book has no field langauge.
  4 |   a: { title: A, ignore: [langauge] }
    |                           ^^^^^^^^
  Did you mean language?`,
  },
  {
    wrong: "protect that is not a switch",
    layout: `books:
  a: { title: A, protect: yes }
`,
    reported: `docsform.yaml:4:27: error layout/invalid-value: protect must be true or false.
  4 |   a: { title: A, protect: yes }
    |                           ^^^`,
  },
  {
    wrong: "an id that is a number",
    layout: `books:
  a: { id: 12345 }
`,
    reported: `docsform.yaml:4:12: error layout/invalid-value: id must be text.
  4 |   a: { id: 12345 }
    |            ^^^^^
  Put it in quotes.`,
  },
  {
    wrong: "an item that says not what it is",
    layout: `books: { a: { title: A }, b: { title: B } }
fairs:
  docs:
    title: Docs
    structure:
      - { path: a }
`,
    reported: `docsform.yaml:8:11: error layout/invalid-item: This entry has no field hall or wing or book, which gives its type.
  8 |       - { path: a }
    |           ^^^^
  Begin the entry with the field that gives its type.`,
  },
  {
    wrong: "an item with a slip in what it is",
    layout: `books: { a: { title: A }, b: { title: B } }
fairs:
  docs:
    title: Docs
    structure:
      - { hal: Guides, path: a }
`,
    reported: `docsform.yaml:8:11: error layout/invalid-item: This entry has no field hall or wing or book, which gives its type.
  8 |       - { hal: ******, path: a }
    |           ^^^
  Did you mean hall?`,
  },
  {
    wrong: "an item that is two things",
    layout: `books: { a: { title: A }, b: { title: B } }
fairs:
  docs:
    title: Docs
    structure:
      - { hall: Guides, wing: Guides, path: a, books: [a] }
`,
    reported: `docsform.yaml:8:9: error layout/invalid-item: An entry has one type: it cannot have the fields hall and wing together.
  8 |       - { hall: Guides, wing: Guides, path: a, books: [a] }
    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  List the hall in children, or remove one of the fields.`,
  },
  {
    wrong: "an item that is a number",
    layout: `books: { a: { title: A }, b: { title: B } }
fairs:
  docs:
    title: Docs
    structure:
      - 5
`,
    reported: `docsform.yaml:8:9: error layout/invalid-item: This entry must be a map with the field hall or wing or book.
  8 |       - 5
    |         ^`,
  },
  {
    wrong: "a structure that is null",
    layout: `fairs:
  docs:
    title: Docs
    structure:
`,
    reported: `docsform.yaml:6:5: error layout/invalid-value: structure must be a list.
  6 |     structure:
    |     ^^^^^^^^^
  Write structure: [] for an empty list, or remove it: docsform then does not manage it.`,
  },
  {
    wrong: "a hall without its path",
    layout: `books: { a: { title: A }, b: { title: B } }
fairs:
  docs:
    title: Docs
    structure:
      - { hall: Guides, books: [a] }
`,
    reported: `docsform.yaml:8:11: error layout/missing-field: A hall needs path, which identifies it.
  8 |       - { hall: Guides, books: [a] }
    |           ^^^^
  Add path.`,
  },
  {
    wrong: "a further stand without its path",
    layout: `books: { a: { title: A }, b: { title: B } }
fairs:
  docs:
    title: Docs
    structure:
      - { hall: Guides, path: a, books: [a, b] }
`,
    reported: `docsform.yaml:8:45: error layout/missing-field: Every stand after the first needs path, which identifies it.
  8 |       - { hall: Guides, path: a, books: [a, b] }
    |                                             ^
  Add path.`,
  },
  {
    wrong: "a hall without a stand",
    layout: `books: { a: { title: A }, b: { title: B } }
fairs:
  docs:
    title: Docs
    structure:
      - { hall: Guides, path: a }
      - { hall: Other, path: b, books: [] }
`,
    reported: `docsform.yaml:8:11: error layout/missing-contents: A hall needs at least one stand: the service creates both together.
  8 |       - { hall: Guides, path: a }
    |           ^^^^
  Add books.
docsform.yaml:9:11: error layout/missing-contents: A hall needs at least one stand: the service creates both together.
  9 |       - { hall: Other, path: b, books: [] }
    |           ^^^^
  Add books.`,
  },
  {
    wrong: "two defaults",
    layout: `books: { a: { title: A }, b: { title: B } }
fairs:
  docs:
    title: Docs
    structure:
      - { hall: Guides, path: a, default: true, books: [a] }
      - wing: Inner
        children:
          - { hall: Other, path: b, default: true, books: [a] }
`,
    reported: `docsform.yaml:11:46: error layout/two-defaults: hall.docs/b cannot be the default: hall.docs/a is the default already, at docsform.yaml:8:43.
  11 |           - { hall: Other, path: b, default: true, books: [a] }
     |                                              ^^^^
  Keep one of them.`,
  },
  {
    wrong: "a default that is false",
    layout: `books: { a: { title: A }, b: { title: B } }
fairs:
  docs:
    title: Docs
    structure:
      - { hall: Guides, path: a, default: false, books: [a] }
`,
    reported: `docsform.yaml:8:43: error layout/invalid-value: default can only be true.
  8 |       - { hall: Guides, path: a, default: false, books: [a] }
    |                                           ^^^^^
  Remove it, and write default: true on another sibling.`,
  },
  {
    wrong: "halls beside stands",
    layout: `books: { a: { title: A }, b: { title: B } }
fairs:
  docs:
    title: Docs
    structure:
      - { hall: Guides, path: a, books: [a] }
      - a
`,
    reported: `docsform.yaml:9:9: error layout/mixed-contents: A stand cannot be next to a hall.
  9 |       - a
    |         ^
  Write either stands or halls here.`,
  },
  {
    wrong: "the same path twice",
    layout: `books: { a: { title: A }, b: { title: B } }
fairs:
  docs:
    title: Docs
    structure:
      - { hall: Guides, path: a, books: [a, { book: b, path: x }, { book: a, path: x }] }
`,
    reported: `docsform.yaml:8:69: error layout/duplicate-address: stand.docs/a/x is already declared at docsform.yaml:8:47.
  8 |       - { hall: Guides, path: a, books: [a, { book: b, path: x }, { book: a, path: x }] }
    |                                                                     ^^^^
  Give one of them another path, or pin it with id.`,
  },
  {
    wrong: "the same address twice",
    layout: `books: { a: { title: A }, b: { title: B } }
fairs:
  docs:
    title: Docs
    structure:
      - { wing: Same }
      - { wing: Same }
`,
    reported: `docsform.yaml:9:11: error layout/duplicate-address: wing.docs/Same is already declared at docsform.yaml:8:11.
  9 |       - { wing: Same }
    |           ^^^^
  Give one of them another wing, or pin it with id.`,
  },
  {
    wrong: "a rule across fields",
    layout: `fairs:
  f: { title: Fair, published: true }
`,
    reported: `docsform.yaml:4:32: error fair/visibility-unsaid: A published fair must say its visibility.
  4 |   f: { title: Fair, published: true }
    |                                ^^^^
  Add visibility.`,
  },
  {
    wrong: "a secret in clear that is wrong",
    layout: `doors: { a: { labl: Main, certificate: canary-literal } }
`,
    reported: `docsform.yaml:3:10: error layout/missing-field: door.a has no label, which is required to create a door.
  3 | doors: { a: { labl: ****, certificate: ************** } }
    |          ^
  Add label, or the id of an existing door.
docsform.yaml:3:15: error layout/unknown-field: A door has no field labl.
  3 | doors: { a: { labl: ****, certificate: ************** } }
    |               ^^^^
  Did you mean label?
docsform.yaml:3:40: error layout/invalid-value: certificate does not match the service's pattern: /^KEY-/.
  3 | doors: { a: { labl: ****, certificate: ************** } }
    |                                        ^^^^^^^^^^^^^^`,
  },
  {
    wrong: "an alias of nothing",
    layout: `books: { a: *nothing }
`,
    reported: `docsform.yaml:3:13: error layout/unknown-alias: No anchor &nothing comes before this alias.
  3 | books: { a: *nothing }
    |             ^^^^^^^^
  Name an earlier anchor, or put a text that begins with * in quotes.`,
  },
  {
    wrong: "an alias of what it is in",
    layout: `books: { a: &a { title: A, tags: [*a] } }
`,
    reported: `docsform.yaml:3:35: error layout/recursive-alias: The alias *a refers to something that contains it.
  3 | books: { a: &a { title: A, tags: [*a] } }
    |                                   ^^
  Write the value out.`,
  },
  {
    wrong: "an alias bomb",
    layout: `books:
  a: { title: A, tags: &t0 [x, x, x, x, x, x, x, x, x, x] }
  b0: { title: B, tags: &t1 [*t0, *t0, *t0, *t0, *t0, *t0, *t0, *t0, *t0, *t0] }
  b1: { title: B, tags: &t2 [*t1, *t1, *t1, *t1, *t1, *t1, *t1, *t1, *t1, *t1] }
  b2: { title: B, tags: &t3 [*t2, *t2, *t2, *t2, *t2, *t2, *t2, *t2, *t2, *t2] }
  b3: { title: B, tags: &t4 [*t3, *t3, *t3, *t3, *t3, *t3, *t3, *t3, *t3, *t3] }
  b4: { title: B, tags: &t5 [*t4, *t4, *t4, *t4, *t4, *t4, *t4, *t4, *t4, *t4] }
  b5: { title: B, tags: &t6 [*t5, *t5, *t5, *t5, *t5, *t5, *t5, *t5, *t5, *t5] }
`,
    reported: `docsform.yaml:4:28: error layout/invalid-value: tags has too many items: 10, at most 3.
  4 |   a: { title: A, tags: &t0 [x, x, x, x, x, x, x, x, x, x] }
    |                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
docsform.yaml:5:29: error layout/invalid-value: tags has too many items: 10, at most 3.
  5 |   b0: { title: B, tags: &t1 [*t0, *t0, *t0, *t0, *t0, *t0, *t0, *t0, *t0, *t0] }
    |                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
docsform.yaml:6:29: error layout/invalid-value: tags has too many items: 10, at most 3.
  6 |   b1: { title: B, tags: &t2 [*t1, *t1, *t1, *t1, *t1, *t1, *t1, *t1, *t1, *t1] }
    |                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
docsform.yaml:7:29: error layout/invalid-value: tags has too many items: 10, at most 3.
  7 |   b2: { title: B, tags: &t3 [*t2, *t2, *t2, *t2, *t2, *t2, *t2, *t2, *t2, *t2] }
    |                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
docsform.yaml:8:65: error layout/too-many-aliases: The aliases of this file expand to more than 100000 values.
  8 |   b3: { title: B, tags: &t4 [*t3, *t3, *t3, *t3, *t3, *t3, *t3, *t3, *t3, *t3] }
    |                                                                 ^^^
  Write the values out.`,
  },
];
