import { github, gitlab } from "../recipes/support/platforms.ts";
import { proveCdktfRecipes } from "../recipes/support/prove-cdktf-recipes.ts";
import { someOf } from "../support/laws.ts";
import { cdktf } from "./support/flavor.ts";

// Both platforms start cdktf with the same lines, and the recipes for layouts and Terraform prove what differs between the platforms.
for (const platform of someOf([github, gitlab], ({ name }) => name)) proveCdktfRecipes(platform, cdktf.cli);
