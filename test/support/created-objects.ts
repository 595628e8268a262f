import { textIn } from "../../src/model/emulator-responses.ts";
import type { Endpoint } from "../../src/model/endpoint.ts";
import { isJsonObject, type Json } from "../../src/util/json.ts";

/** The created objects, to check that all of them can still be read. Only responses are used, not the store. */
export interface CreatedObjects {
  /** Records the URL of a created object. */
  created(operation: string, location: string): void;
  /** The created objects that can no longer be read. */
  unreadable(): Promise<readonly string[]>;
  /** Does some work that moves or copies something, and returns the contents that it changed. */
  changesDuring(operation: string, work: () => Promise<unknown>): Promise<readonly string[]>;
}

export type Read = (path: string) => Promise<{ readonly status: number; readonly body: Json }>;

export function trackCreatedObjects(read: Read): CreatedObjects {
  const places = new Map<string, string>();
  const contents = async () => {
    const spaces = [...places.keys()].filter((path) => /^\/spaces\/[^/]+$/.test(path));
    return new Map(
      await Promise.all(spaces.map(async (path) => [path, await contentAt(read, path)] as const)),
    );
  };
  return {
    created: (operation, location) => places.set(location, operation),
    unreadable: async () => {
      const found = await Promise.all(
        [...places].map(async ([path, operation]) => ({
          reported: `${path}, made by ${operation}, answers`,
          status: (await read(path)).status,
        })),
      );
      // An operation that is not served returns 501.
      return found.flatMap(({ reported, status }) =>
        status === 200 || status === 501 ? [] : [`${reported} ${status}`],
      );
    },
    changesDuring: async (operation, work) => {
      const before = await contents();
      await work();
      const after = await contents();
      return [...before].flatMap(([path, content]) =>
        after.get(path) === content
          ? []
          : [`${operation} changes the content of ${path}: ${content} → ${after.get(path)}`],
      );
    },
  };
}

/** Whether the operation only moves or copies, so that it must not change contents. */
export function onlyMoves({ operation }: Endpoint): boolean {
  return /^(?:move|transfer|duplicate|restore)/.test(operation);
}

/** The titles and texts of a space's pages. A page that cannot be read has its status. */
async function contentAt(read: Read, space: string): Promise<string> {
  const { status, body } = await read(`${space}/content`);
  if (status !== 200 || !isJsonObject(body)) return String(status);
  const pages = pagesIn(body["pages"] ?? []);
  const texts = await Promise.all(
    pages.map(async ({ id, title }) => {
      const page = await read(`${space}/content/page/${id}?format=markdown`);
      const text = isJsonObject(page.body) ? page.body["markdown"] : undefined;
      return `${title}: ${page.status} ${JSON.stringify(text)}`;
    }),
  );
  return JSON.stringify(texts);
}

function pagesIn(pages: Json): readonly { readonly id: string; readonly title: string }[] {
  if (!Array.isArray(pages)) return [];
  return (pages as readonly Json[]).flatMap((page) =>
    isJsonObject(page)
      ? [{ id: textIn(page["id"]), title: textIn(page["title"]) }, ...pagesIn(page["pages"] ?? [])]
      : [],
  );
}
