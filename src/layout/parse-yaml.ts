import {
  Composer,
  type Document,
  type DocumentOptions,
  Lexer,
  type ParsedNode,
  type ParseOptions,
  Parser,
  type SchemaOptions,
} from "yaml";
import type { Words } from "../model/codes/fail.ts";
import { wordsOf } from "../model/codes/layout-words.ts";

/** Maximum size of a file: far more than people write, and docsform still reads it within seconds. */
const most = {
  /** Number of YAML tokens. */
  tokens: 1_000_000,
  /** Depth of the parser's stack: nested collections and the tokens between them. */
  depth: 100,
} as const;

/** The file exceeds a limit at this offset. */
export class TooMuchError extends Error {
  readonly words: Words;
  readonly offset: number;

  constructor(words: Words, offset: number) {
    super(words.message);
    this.words = words;
    this.offset = offset;
  }
}

/** The first two documents of a text. Throws a {@link TooMuchError} before it composes anything. */
export function parseYaml(
  text: string,
  options: ParseOptions & DocumentOptions & SchemaOptions,
): readonly Document.Parsed<ParsedNode>[] {
  const tokens = [...tokensOf(text)];
  const documents: Document.Parsed<ParsedNode>[] = [];
  for (const document of new Composer<ParsedNode>(options).compose(tokens, true, text.length)) {
    documents.push(document);
    if (documents.length === 2) break;
  }
  return documents;
}

function* tokensOf(text: string) {
  const parser = new Parser();
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    count += 1;
    if (count > most.tokens)
      throw new TooMuchError(
        wordsOf("layout/too-much", { case: "tokens", most: most.tokens }),
        parser.offset,
      );
    if (parser.stack.length > most.depth)
      throw new TooMuchError(
        wordsOf("layout/too-much", { case: "nesting", most: most.depth }),
        parser.offset,
      );
  }
  yield* parser.end();
}
