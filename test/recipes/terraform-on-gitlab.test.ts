import { gitlab } from "./support/platforms.ts";
import { proveTerraformRecipes } from "./support/prove-terraform-recipes.ts";

proveTerraformRecipes(gitlab);
