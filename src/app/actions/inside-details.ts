import { serializeError } from '../../lib/errors.ts';
import type { Params } from '../../workers/wire/protocol.ts';
import { placeOfStep, tokenAt } from '../../insight/places.ts';
import { ask } from '../bridge.ts';
import { selectionOf, sentenceOf, trellisOf } from '../selectors/inside.ts';
import { targetResolved, stepResolved, useInsideStore, type InsideStore } from '../stores/inside.ts';
import {
  detailAnswered,
  detailFailed,
  detailsCleared,
  useDetailsStore,
  type DetailName,
} from '../stores/inside-details.ts';
import { LatestTask } from './tasks.ts';

/** The request of each figure for an inspected text. */
function queries(
  { text, result }: NonNullable<InsideStore['inspection']>,
  { sentence, selected, spelling, unit }: InsideStore,
): { [Name in DetailName]: Params<Name> } {
  const { token, tag } = selectionOf(trellisOf(sentenceOf(result, sentence)), selected);
  return {
    attribute: { text, sentence, token, tag: selected?.tag },
    spelling: { text, sentence, token, spelling },
    gates: { text, sentence, token, tag, unit },
    occurrences: { text, sentence, token, tag },
  };
}

/** Selects the target of a link to Inside, once its text is inspected. */
function resolveTarget(): void {
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

/** While Inside is open, figures in view follow the sentence, the selection and the model. */
export function watchDetails(): () => void {
  // In request order, the quickest first: it is rendered while the worker computes the others.
  const tasks: Record<DetailName, LatestTask> = {
    gates: new LatestTask(),
    occurrences: new LatestTask(),
    attribute: new LatestTask(),
    spelling: new LatestTask(),
  };
  const names = Object.keys(tasks) as DetailName[];
  /** The last request for each figure, with its inspection. */
  const asked = new Map<DetailName, { inspection: unknown; query: string }>();

  const follow = <Name extends DetailName>(name: Name, inspection: unknown, params: Params<Name>) => {
    const query = JSON.stringify(params);
    const last = asked.get(name);
    if (last !== undefined && last.inspection === inspection && last.query === query) return;
    asked.set(name, { inspection, query });
    void tasks[name].run(
      (signal) => ask(name, params, signal),
      (answer) => detailAnswered(name, answer),
      (cause) => {
        const error = serializeError(cause);
        if (error.code !== 'Cancelled') detailFailed(name, error);
      },
    );
  };
  const refresh = () => {
    resolveTarget();
    const state = useInsideStore.getState();
    const { inspection } = state;
    if (inspection === undefined || inspection.result.sentences.length === 0) return;
    const { inView } = useDetailsStore.getState();
    const shown = names.filter((name) => inView[name]);
    if (shown.length === 0) return;
    const query = queries(inspection, state);
    for (const name of shown) follow(name, inspection, query[name]);
  };
  refresh();
  const stops = [
    useInsideStore.subscribe(
      ({ inspection, sentence }) => `${sentence} ${inspection?.text ?? ''}`,
      () => detailsCleared(),
    ),
    useInsideStore.subscribe(refresh),
    useDetailsStore.subscribe(({ inView }) => inView, refresh),
  ];
  return () => {
    stops.forEach((stop) => stop());
    names.forEach((name) => tasks[name].discard());
    detailsCleared();
  };
}
