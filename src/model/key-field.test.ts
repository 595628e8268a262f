import { expect, test } from "vitest";
import { fieldOfText, fieldText, ofFirstChild, readKey, theContainer } from "./key-field.ts";

test("a key in a journal is read as it was written", () => {
  const key = ["title", theContainer, ofFirstChild("space")];
  const written = key.map(fieldText);
  expect(written).toEqual(["title", "$container", "$firstChild.space"]);
  expect(written.map(fieldOfText)).toEqual(key);
});

test("each kind of key part is read differently", () => {
  const read = readKey(["title", theContainer, ofFirstChild("space")], {
    attribute: (name) => `own ${name}`,
    container: () => "container",
    firstChild: (name) => `child's ${name}`,
  });
  expect(read).toEqual(["own title", "container", "child's space"]);
});
