import { gitlab } from "./support/platforms.ts";
import { proveLayoutRecipes } from "./support/prove-layout-recipes.ts";

proveLayoutRecipes(gitlab);
