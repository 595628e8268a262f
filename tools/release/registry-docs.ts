import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";

/** The folders that Terraform's registry shows, of those that a provider of resources and data sources can have. */
const folders = ["guides", "resources", "data-sources"];
const fields = ["page_title", "subcategory", "description"];
/** The registry cuts larger pages off, and accepts no more pages. */
const mostBytes = 500_000;
const mostPages = 2_000;
const pageName = /^(?:index|(?:[a-z-]+)\/[a-z0-9]+(?:[_-][a-z0-9]+)*)\.md$/u;

/** Everything in a folder of documentation that Terraform's registry does not accept or does not show as it is meant. */
export function registryProblems(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
  const missing = names.includes("index.md") ? [] : ["index.md: the registry needs this page."];
  const many = names.length > mostPages ? [`${names.length} pages: the registry accepts ${mostPages}.`] : [];
  return [...missing, ...many, ...names.flatMap((name) => problemsOf(folder, name, names))];
}

function problemsOf(folder: string, name: string, names: readonly string[]): readonly string[] {
  const content = readFileSync(join(folder, name));
  const page = content.toString("utf8");
  const problems = [
    ...(pageName.test(name) ? [] : ["the registry does not show a page of this name."]),
    ...(name === "index.md" || folders.includes(dirname(name))
      ? []
      : ["the registry does not show this folder."]),
    ...(content.length > mostBytes ? [`the page has more than ${mostBytes} bytes.`] : []),
    ...frontMatterProblems(page),
    ...linkProblems(name, page, names),
  ];
  return problems.map((problem) => `${name}: ${problem}`);
}

function frontMatterProblems(page: string): readonly string[] {
  const [, text] = /^---\n(.*?\n)---\n/su.exec(page) ?? [];
  if (text === undefined) return ["the page does not begin with front matter."];
  const values = parse(text) as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(values).filter((field) => !fields.includes(field));
  const absent = ["page_title", "description"].filter((field) => typeof values[field] !== "string");
  return [
    ...unknown.map((field) => `the registry does not know the field ${field}.`),
    ...absent.map((field) => `the front matter has no ${field}.`),
  ];
}

/** The registry contains only these pages, so no link may lead to another file. */
function linkProblems(name: string, page: string, names: readonly string[]): readonly string[] {
  const text = page.replace(/^ *```.*?^ *```/gmsu, "");
  return [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/gu)]
    .map(([, to = ""]) => to)
    .filter((to) => !/^[a-z]+:/u.test(to) && !names.includes(join(dirname(name), to).replaceAll("\\", "/")))
    .map((to) => `the link to ${to} leads out of the documentation.`);
}
