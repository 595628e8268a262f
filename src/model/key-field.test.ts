import { expect, test } from "vitest";
import { fieldOfText, fieldText, ofFirstChild, readKey, theContainer } from "./key-field.ts";

test("what a journal has written of a key is read as it was", () => {
  const key = ["title", theContainer, ofFirstChild("space")];
  const written = key.map(fieldText);
  expect(written).toEqual(["title", "$container", "$firstChild.space"]);
  expect(written.map(fieldOfText)).toEqual(key);
});

test("each part of a key is read by its kind", () => {
  const read = readKey(["title", theContainer, ofFirstChild("space")], {
    attribute: (name) => `own ${name}`,
    container: () => "container",
    firstChild: (name) => `child's ${name}`,
  });
  expect(read).toEqual(["own title", "container", "child's space"]);
});
