import { isMap, parseDocument } from "yaml";
import { textOfScalar } from "./yaml-source.ts";

/** The environments that layout files declare, also if the files have errors. */
export function environmentNames(texts: readonly string[]): readonly string[] {
  const names = texts.flatMap((text) => {
    const { contents } = parseDocument(text, { logLevel: "silent" });
    const environments = isMap(contents) ? contents.get("environments") : undefined;
    if (!isMap(environments)) return [];
    return environments.items.map(({ key }) => textOfScalar(key));
  });
  return [...new Set(names)];
}
