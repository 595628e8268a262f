import { github } from "./support/platforms.ts";
import { proveTerraformRecipes } from "./support/prove-terraform-recipes.ts";

proveTerraformRecipes(github);
