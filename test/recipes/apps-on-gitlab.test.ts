import { gitlab } from "./support/platforms.ts";
import { proveAppRecipes } from "./support/prove-app-recipes.ts";

proveAppRecipes(gitlab);
