import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { builtPackage } from "../support/built.ts";
import { endAll, openPty, type Pty } from "./pty.ts";

// These tests run the completion scripts in real shells.

const layout = `docsform: 1
organization: org
environments: { staging: {}, production: {} }
spaces:
  guides: { title: Guides }
  guidelines: { title: Guidelines }
sites:
  docs:
    title: Docs
    structure:
      - group: $(touch ruined) and more
        children: [{ section: Guides, path: start, spaces: [guides] }]
`;

let programs: string;
let folder: string;
beforeAll(async () => {
  const { program } = await builtPackage();
  programs = mkdtempSync(join(tmpdir(), "docsform-programs-"));
  const shim = join(programs, "docsform");
  writeFileSync(shim, `#!/bin/sh\nexec node ${program} "$@"\n`);
  chmodSync(shim, 0o755);
});
afterAll(() => rmSync(programs, { recursive: true, force: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "docsform-completion-"));
  writeFileSync(join(folder, "docsform.yaml"), layout);
  mkdirSync(join(folder, "other"));
});
afterEach(() => {
  endAll();
  rmSync(folder, { recursive: true, force: true });
});

const environment = () => ({ PATH: `${programs}:${process.env["PATH"]}`, HOME: folder });

const shells = {
  bash: { start: "bash --norc --noprofile -i", report: `PS1='> '; eval "$(docsform completion bash)"` },
  zsh: {
    start: "zsh -f -i",
    report:
      "PS1='> '; autoload -U compinit; compinit -u -D; setopt noautomenu; source <(docsform completion zsh)",
  },
  fish: {
    start: "fish --no-config -i",
    report:
      "function fish_prompt; echo -n '> '; end; set -g fish_greeting; set -g fish_autosuggestion_enabled 0; docsform completion fish | source",
  },
} as const;

/** The typed text, and what the shell must show. */
const lines = [
  { typed: "docsform pla", shows: /> docsform plan$/mu },
  { typed: "docsform plan --detailed", shows: /> docsform plan --detailed-exitcode$/mu },
  {
    typed: "docsform plan --target space.guid",
    shows: /ace\.guidelines[^]*ace\.guides|ace\.guides[^]*ace\.guidelines/u,
  },
  { typed: "docsform import space.guidel", shows: /> docsform import space\.guidelines$/mu },
  { typed: "docsform plan --env st", shows: /> docsform plan --env staging$/mu },
  { typed: "docsform call spaces dup", shows: /> docsform call spaces duplicate$/mu },
  { typed: "docsform call spaces get --space", shows: /> docsform call spaces get --space-id$/mu },
  { typed: "docsform explain guard/del", shows: /> docsform explain guard\/deletes$/mu },
  { typed: "docsform graph --format mer", shows: /> docsform graph --format mermaid$/mu },
  { typed: "docsform plan -f doc", shows: /> docsform plan -f docsform\.yaml$/mu },
] as const;

const clearLine = "\u0015";
const isThere = (shell: string) => spawnSync(shell, ["--version"]).status === 0;

describe.each(["bash", "zsh", "fish"] as const)("%s", (shell) => {
  const skipped = isThere(shell) ? "" : `: ${shell} is not installed`;

  test.skipIf(skipped !== "")(`completes what docsform takes${skipped}`, { timeout: 120_000 }, async () => {
    const pty = await openShell(shell);
    for (const { typed, shows } of lines) {
      pty.type(`${typed}\t\t\t`);
      await pty.waitFor(shows);
      await emptyLine(pty);
    }
    pty.type("exit\n");
    await pty.ended;
    expect(spawnSync("ls", [folder]).stdout.toString()).toBe("docsform.yaml\nother\n");
  });

  test.skipIf(skipped !== "")(`a layout with a mistake writes nothing between${skipped}`, async () => {
    writeFileSync(join(folder, "docsform.yaml"), "docsform: 1\nspaces: [\n");
    const pty = await openShell(shell);
    pty.type("docsform plan --target spa\t\t");
    // The shell rings only the bell.
    pty.type("X");
    const seen = await pty.waitFor(/spaX/u);
    expect(seen.split("\n").at(-1)).toBe("> docsform plan --target spaX");
    pty.type(`${clearLine}exit\n`);
    await pty.ended;
  });
});

async function openShell(shell: keyof typeof shells): Promise<Pty> {
  const { start, report } = shells[shell];
  const pty = openPty(start, { cwd: folder, environment: environment() });
  pty.type(`${report}\n`);
  pty.type("clear; echo rea''dy\n");
  await pty.waitFor(/^ready\n>$/mu);
  return pty;
}

/** Clears the line and the screen. */
async function emptyLine(pty: Pty): Promise<void> {
  pty.type(clearLine);
  pty.type("clear; echo rea''dy\n");
  await pty.waitFor(/^ready\n>$/mu);
}
