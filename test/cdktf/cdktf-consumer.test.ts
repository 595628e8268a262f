import { proveConsumer } from "./support/consumer.ts";
import { cdktf } from "./support/flavor.ts";

proveConsumer(cdktf);
