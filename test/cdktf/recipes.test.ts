import { github, gitlab } from "../recipes/support/platforms.ts";
import { proveCdktfRecipes } from "../recipes/support/prove-cdktf-recipes.ts";
import { cdktf } from "./support/flavor.ts";

for (const platform of [github, gitlab]) proveCdktfRecipes(platform, cdktf.cli);
