import { expect, test } from "vitest";
import { html } from "./html.ts";

test.each([
  ["text is text, whatever it looks like", html`<p>${`<b>"&'`}</p>`, "<p>&lt;b&gt;&quot;&amp;&#39;</p>"],
  [
    "a quote does not end an attribute",
    html`<a title="${'" onload="x'}">`,
    '<a title="&quot; onload=&quot;x">',
  ],
  ["markup in markup stays", html`<p>${html`<b>${"<"}</b>`}</p>`, "<p><b>&lt;</b></p>"],
  ["a list stands one after the other", html`${[1, "<", html`<br>`]}`, "1&lt;<br>"],
  ["undefined prints nothing", html`<p>${undefined}</p>`, "<p></p>"],
])("%s", (_, made, text) => {
  expect(made.toString()).toBe(text);
});
