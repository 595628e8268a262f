import { proveConsumer } from "./support/consumer.ts";
import { cdktf } from "./support/flavour.ts";

proveConsumer(cdktf);
