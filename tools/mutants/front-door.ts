import type { Mutant } from "./mutant.ts";

const seenBy = ["test/cli/front-door.test.ts"];

/** Rules of what happens before a decision, whichever command it is for. */
export const frontDoorMutants: readonly Mutant[] = [
  {
    rule: "a plan is made with a client that cannot write",
    find: "    client: client.readOnly(),\n    types,",
    replace: "    client,\n    types,",
    seenBy,
  },
  {
    rule: "after an interrupted run the consistency window is waited out",
    find: "  await waitBeforeReading(saved, clock, consistencyWindowMs, signal);\n",
    replace: "  void [waitBeforeReading, clock, consistencyWindowMs, signal];\n",
    seenBy,
  },
  {
    rule: "a pull waits it out too",
    find: "const { lock } = await readRemembered(setup, organizationId, { signal });",
    replace: "const { lock } = await setup.disk.read(organizationId);",
    seenBy,
  },
  {
    rule: "a pull saves no lock over the journal of an interrupted run",
    find: "  refuseOpenJournal(there);\n",
    replace: "",
    seenBy,
  },
  {
    rule: "what an interrupted run created is handed to planning",
    find: "const recovered = recoverFrom(live);",
    replace: "const recovered = undefined;",
    seenBy,
  },
  {
    rule: "a saved plan is for the organization that is meant",
    find: 'given !== "" && given !== organizationId',
    replace: 'given !== "" && given === "" && given !== organizationId',
    seenBy,
  },
];
