import { expect, test } from "vitest";
import { createKillable } from "../support/killable.ts";
import { layoutWith } from "../support/read-text.ts";
import { runLayout } from "../support/run-layout.ts";
import { isOwnWrite } from "../support/sent-writes.ts";
import { createTestService, seededRandom } from "../support/service.ts";

// A section gets another condition while its site gets other readers: it is a draft in between.

const layout = (visibility: string, condition: string) =>
  layoutWith(`
spaces: { guides: { title: Guides }, next: { title: Next } }
sites:
  docs:
    title: Docs
    published: true
    visibility: ${visibility}
    structure:
      - { section: Home, path: home, spaces: [next] }
      - { section: Guides, path: guides, condition: visitor.claims.${condition}, spaces: [guides] }
`);

async function applied() {
  const process = createKillable();
  const service = createTestService({
    apiVersion: "current",
    random: seededRandom(3),
    transport: process.transport,
  });
  const disk = process.disk();
  const apply = async (visibility: string, condition: string) =>
    await runLayout(service, layout(visibility, condition), disk);
  expect(await apply("share-link", "beta")).toMatchObject({ result: { outcome: "done" } });
  service.emulator.clearLog();
  const guides = () => service.emulator.service.list("site_section").find(({ title }) => title === "Guides");
  return { process, service, apply, guides };
}

test("the section is a draft for a moment", async () => {
  const { service, apply, guides } = await applied();
  expect(await apply("visitor-auth", "gold")).toMatchObject({ result: { outcome: "done" } });
  const bodies = service.emulator.log.filter(isOwnWrite).map(({ body }) => body);
  expect(bodies).toEqual([
    { draft: true },
    { visibility: "visitor-auth" },
    expect.objectContaining({ draft: false }),
  ]);
  expect(guides()).toMatchObject({ draft: false, condition: "visitor.claims.gold" });
});

const moments = [1, 2, 3].flatMap((write) =>
  (["before", "after", "refused"] as const).map((when) => ({ write, when })),
);

test.each(moments)(
  "a run that ends with write $write ($when) leaves no draft to the next one",
  async (moment) => {
    const { process, service, apply, guides } = await applied();
    let writes = 0;
    const isMoment = ({ method }: { readonly method: string }) =>
      method !== "GET" && ++writes === moment.write;
    if (moment.when === "refused")
      service.emulator.faults.add({
        on: { method: "write", nth: moment.write },
        fault: { kind: "forbidden" },
      });
    else process.start({ at: isMoment, when: moment.when });
    await apply("visitor-auth", "gold");
    process.start(null);
    service.emulator.faults.clear();
    await service.clock.sleep(10_000);
    await apply("visitor-auth", "gold");
    expect(guides()).toMatchObject({ draft: false, condition: "visitor.claims.gold" });
  },
);
