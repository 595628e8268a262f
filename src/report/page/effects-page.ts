import { effectName, effectRemarks, effectSides } from "../text/effect-sentence.ts";
import { plainText } from "../text/plain-text.ts";
import type { EffectViews } from "../view/effects-view.ts";
import type { PageEffect } from "./page-content.ts";

/** A row for each effect, the dangers first. */
export function pageEffects({ dangers, effects }: EffectViews): readonly PageEffect[] {
  return [...dangers, ...effects].map((effect) => ({
    content: effectName(effect),
    address: plainText(effect.object.address),
    remark: effectRemarks(effect).join("; "),
    isDanger: effect.kind.isDanger,
    ...effectSides(effect),
    causes: [...new Set(effect.causes.map(({ address }) => plainText(address)))],
  }));
}
