import { indexTypes } from "../../src/model/type-index.ts";
import { renderPage } from "../../src/report/page/page.ts";
import { planPage } from "../../src/report/page/plan-page.ts";
import { planView } from "../../src/report/view/plan-view.ts";
import { worldTrees } from "../../src/report/view/world-trees.ts";
import { registry } from "../../src/resources/registry.ts";
import { leastCpu } from "../support/cpu.ts";
import { startEmulatorProcess } from "../support/emulator-process.ts";
import { inFolder } from "../support/folder.ts";
import { large, layoutOfLargeWorld } from "../support/large-world.ts";
import { desiredOf, startSession } from "../support/session.ts";
import { report } from "../support/verdict.ts";

const holds = await inFolder(async (folder) => {
  const service = await startEmulatorProcess(folder);
  const session = startSession(service, folder, 10);
  try {
    const planned = await session.plan(desiredOf(layoutOfLargeWorld()));
    const { result: drawn, seconds: drawing } = await leastCpu(3, () =>
      planPage(
        planView({ ...planned, types: registry, refusals: [] }),
        worldTrees(planned, indexTypes(registry)),
        service.url,
      ),
    );
    const { result: page, seconds: rendering } = await leastCpu(3, () => renderPage(drawn));
    const serializing = await leastCpu(3, () => JSON.stringify(drawn));
    return report(
      "Page of a plan",
      [
        `changes: ${drawn.items.length}, of ${planned.plan.steps.length} steps, in ${large.sites} sites of which each is drawn`,
      ],
      [
        {
          name: "CPU / serializing the same page",
          value: (drawing + rendering) / serializing.seconds,
          most: 80,
          unit: "×",
        },
        { name: "size", value: Buffer.byteLength(page) / 1e6, most: 10, unit: "MB" },
      ],
    );
  } finally {
    await session.close();
    await service.stop();
  }
});
process.exitCode = holds ? 0 : 1;
