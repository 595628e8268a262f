import { inject } from "vitest";
import { forGroup } from "../../support/made-by-hook.ts";
import { installApp } from "./app.ts";
import { proveConsumer } from "./consumer.ts";
import type { Flavor } from "./flavor.ts";
import { proveLife } from "./lifecycle.ts";

/** Tests the example as an app of this library. All tests share one folder. */
export function proveApp(flavor: Flavor): void {
  const app = forGroup(() =>
    installApp("examples/cdktf-app", flavor, {
      home: inject("home"),
      packagesOfApps: inject("packagesOfApps"),
    }),
  );
  proveLife(app, flavor);
  proveConsumer(app, flavor);
}
