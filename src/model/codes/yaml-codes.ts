import type { CodeEntry } from "./code-entry.ts";

const alike = "Indent all lines of one map or list alike.";
const textAfterQuote = "Not valid YAML: There is text after the closing quote.";

/** Codes of mistakes in the YAML of a layout file. */
export const yamlCodes = {
  "layout/duplicate-key": {
    message: "{key} is already declared at {place}.",
    remedy: "Remove one of them, or give it another key.",
  },
  "layout/empty-file": {
    message: "This file is empty.",
    remedy: "Write docsform: 1 and your declarations, or remove the file.",
  },
  "layout/invalid-key": {
    message: "A key must be a name.",
    remedy: "Write a name as the key.",
  },
  "layout/invalid-merge": {
    message: "The value of << must be a map, or a list of maps.",
    remedy: "Merge the anchor of a map, such as <<: *common.",
  },
  "layout/invalid-yaml": {
    cases: {
      tab: { text: "Not valid YAML: A tab indents this line.", remedy: "Replace each tab with two spaces." },
      indent: {
        text: "Not valid YAML: This line has another indent than the lines around it.",
        remedy: alike,
      },
      tooDeep: {
        text: "Not valid YAML: This field has a value, but the next line is indented as its content.",
        remedy: alike,
      },
      noColon: {
        text: "Not valid YAML: A field's name needs a colon and a space after it.",
        remedy:
          "Write a colon and a space after a field's name, and a dash and a space before each entry of a list.",
      },
      colonInText: {
        text: "Not valid YAML: A text that contains a colon and a space needs quotes.",
        remedy: 'Put the whole text in quotes: "one: two".',
      },
      colonInFlow: {
        text: "Not valid YAML: A colon and a space are in a place where no field begins.",
        remedy: 'Put the whole text in quotes: "one: two"; or write a comma before the next field.',
      },
      firstCharacter: {
        text: "Not valid YAML: A text that begins with this character needs quotes.",
        remedy: 'Put the whole text in quotes: "@one".',
      },
      openQuote: {
        text: "Not valid YAML: The quote that opens here has no end.",
        remedy: "Write the same quote at the end of the text.",
      },
      afterSingleQuote: { text: textAfterQuote, remedy: `Put the whole text in quotes: "'one' two".` },
      afterDoubleQuote: { text: textAfterQuote, remedy: `Put the whole text in single quotes: '"one" two'.` },
      singleQuoteInside: {
        text: textAfterQuote,
        remedy: `In single quotes write '' for each '; or put the text in double quotes: "It's here".`,
      },
      doubleQuoteInside: {
        text: textAfterQuote,
        remedy: String.raw`In double quotes write \" for each "; or put the text in single quotes.`,
      },
      escape: {
        text: "Not valid YAML: {problem}",
        remedy: String.raw`In double quotes write \\ for a \; or put the text in single quotes, where \ is only itself.`,
      },
      openBracket: {
        text: "Not valid YAML: The bracket that opens here has no closing {bracket} before {end}.",
        remedy: "Write {bracket} at its end, and indent its lines deeper than its field.",
      },
      afterBracket: {
        text: "Not valid YAML: There is text after the closing bracket.",
        remedy: 'Put the whole text in quotes: "[one] two".',
      },
      afterBlockSign: {
        text: "Not valid YAML: There is text after | or > on the same line.",
        remedy: "Start the text on the next line, indented deeper, or put it in quotes.",
      },
      tag: {
        text: "Not valid YAML: docsform does not know this YAML tag.",
        remedy: "The tags are !env NAME and !file PATH. Put a text that begins with ! in quotes.",
      },
      other: "Not valid YAML: {problem}",
    },
    remedy: "Correct this place or the text before it: often a quote, a bracket or an indent.",
  },
  "layout/merge-conflict": {
    message: "This is an unresolved Git conflict.",
    remedy: "Keep the right lines, and remove the lines <<<<<<<, ======= and >>>>>>>.",
  },
  "layout/not-utf8": {
    message: "This is not UTF-8.",
    remedy: "Save the file as UTF-8.",
  },
  "layout/recursive-alias": {
    message: "The alias *{alias} refers to something that contains it.",
    remedy: "Write the value out.",
  },
  "layout/several-documents": {
    message: "The file contains several documents, separated by ---.",
    remedy: "Put each document into a file of its own.",
  },
  "layout/too-many-aliases": {
    cases: {
      values: "The aliases of this file expand to more than {most} values.",
      characters: "The aliases of this file expand to more than {most} characters.",
      nesting: "The alias *{alias} expands to more than {most} nested values.",
    },
    remedy: "Write the values out.",
  },
  "layout/unknown-alias": {
    message: "No anchor &{alias} comes before this alias.",
    remedy: "Name an earlier anchor, or put a text that begins with * in quotes.",
  },
} as const satisfies Readonly<Record<string, CodeEntry>>;
