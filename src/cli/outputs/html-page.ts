import { indexTypes } from "../../model/type-index.ts";
import { driftPage } from "../../report/page/drift-page.ts";
import { renderPage } from "../../report/page/page.ts";
import { planPage } from "../../report/page/plan-page.ts";
import { worldTrees } from "../../report/view/world-trees.ts";
import { baseUrlFor } from "../with-client.ts";
import type { StartFile } from "./start-file.ts";

/** A page for a browser. */
export const htmlPage: StartFile = ({ io, types }, settings, write) => {
  const index = indexTypes(types);
  return {
    plan: ({ layout, planned, view }) => {
      const service = baseUrlFor(io, settings, layout.service);
      write(renderPage(planPage(view, worldTrees(planned, index), service)));
    },
    drift: ({ layout, found: { plan, ...found }, view }) => {
      const service = baseUrlFor(io, settings, layout.service);
      // Without a plan there is no navigation before and after an apply.
      const trees = plan === undefined ? [] : worldTrees({ ...found, plan }, index);
      write(renderPage(driftPage(view, trees, service)));
    },
  };
};
