import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = async ({ ask, make, apiVersion }) => {
  const space = await make("createSpace", { body: { title: "Guides" } });
  const params = { spaceId: space };
  await ask("getSpaceGitInfo", { params, status: 404 });
  // The emulator never accesses this URL, because it is not on this machine.
  const there = {
    url: "https://ada:secret@git.example/acme/docs.git",
    ref: "refs/heads/main",
    repoCacheID: "acme-docs",
    repoTreeURL: "https://git.example/acme/docs/tree/main",
    repoCommitURL: "https://git.example/acme/docs/commit",
    repoProjectDirectory: "docs",
    timestamp: "2026-01-01T00:00:00.000Z",
    force: false,
  };
  const gitInfo = { provider: "github", url: "https://git.example/acme/docs/tree/main" };
  await ask("importGitRepository", { params, body: { ...there, standalone: true } });
  await ask("importGitRepository", { params, body: { ...there, gitInfo } });
  const standalone = apiVersion === "current" ? { standalone: true } : {};
  await ask("exportToGitRepository", {
    params,
    body: { ...there, ...standalone, commitMessage: "Write it down", gitInfo },
  });
  await ask("getSpaceGitInfo", { params });
  await ask("getSpaceById", { params });
  if (apiVersion !== "current") await ask("deleteLegacyGitInstallation", { params, status: 204 });
};
