import { github } from "./support/platforms.ts";
import { proveLayoutRecipes } from "./support/prove-layout-recipes.ts";

proveLayoutRecipes(github);
