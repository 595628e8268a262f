import { proveConsumer } from "./support/consumer.ts";
import { cdktn } from "./support/flavour.ts";

proveConsumer(cdktn);
