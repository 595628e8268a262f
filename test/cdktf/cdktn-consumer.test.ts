import { proveConsumer } from "./support/consumer.ts";
import { cdktn } from "./support/flavor.ts";

proveConsumer(cdktn);
