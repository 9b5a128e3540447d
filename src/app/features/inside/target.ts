import { placeOfStep, tokenAt } from '../../../insight/places.ts';
import { stepResolved, targetResolved, useInsideStore } from '../../stores/inside.ts';
import { sentenceOf, trellisOf } from './inspected.ts';

/** Selects the target of a link to Inside, once its text is inspected. */
export function resolveTarget(): void {
  const { target, inspection, sentence } = useInsideStore.getState();
  if (target === undefined || inspection === undefined || inspection.result.sentences.length === 0) return;
  const { text, result } = inspection;
  if ('offset' in target) {
    if (target.text === text) targetResolved(tokenAt(text, result.sentences, target.offset), 'why');
    return;
  }
  if ('sentence' in target) {
    const tokens = result.sentences[target.sentence]?.tokens.length ?? 0;
    targetResolved((target.token ?? 0) < tokens ? target : undefined);
    return;
  }
  const tagOf = (name: string) => (result.tags.includes(name) ? result.tags.indexOf(name) : undefined); // START, END
  const step = { from: tagOf(target.from), to: tagOf(target.to) };
  stepResolved(placeOfStep(trellisOf(sentenceOf(result, sentence)), step), step.to);
}
