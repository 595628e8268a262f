import type { Address } from "../../../model/address.ts";
import { wordsOf } from "../../../model/codes/plan-words.ts";
import { noteOf } from "../../../model/plan/errors-and-notes.ts";
import type { PlanNote, UnconfirmedObject } from "../../../model/plan/plan.ts";
import { isCertain } from "../../../model/state.ts";
import type { PlanContext } from "../decide/plan-context.ts";

/** Notes about the objects that docsform found after the responses to their creates were lost. */
export function recoveredNotes(
  { recovered, keepsState }: PlanContext,
  unconfirmed: readonly UnconfirmedObject[],
  isSelected: (address: Address) => boolean,
): readonly PlanNote[] {
  const { found = [], origins = {} } = recovered ?? {};
  const proven = found.filter((address) => isCertain(origins[address]) && isSelected(address));
  const probable = unconfirmed.filter(({ origin }) => origin === "recovered");
  return [
    ...(proven.length === 0
      ? []
      : [noteOf(wordsOf("plan/recovered", { case: "proven", addresses: proven }))]),
    ...probable.map(({ address, id }) => {
      const confirmation = keepsState ? `docsform import ${address} ${id}` : `id: ${id}`;
      return noteOf(wordsOf("plan/recovered", { case: "probable", address, id, confirmation }), address);
    }),
  ];
}
