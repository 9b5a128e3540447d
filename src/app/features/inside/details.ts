import type { Inspection } from '../../../tagging/explain/inspect.ts';
import type { Milliseconds } from '../../../lib/units.ts';
import type { Params, RequestName, Result } from '../../../workers/wire/protocol.ts';
import { createStore } from '../../stores/create-store.ts';
import { useInsideStore, type InsideStore } from '../../stores/inside.ts';
import { ask } from '../../trainer/bridge.ts';
import { query, valueOf, type Answer } from '../../trainer/query.ts';
import { selectionOf, sentenceOf, trellisOf } from './inspected.ts';
import { resolveTarget } from './target.ts';

/** The token and tag that all figures explain, in an inspected text. */
export interface Selection extends Pick<InsideStore, 'sentence' | 'spelling' | 'unit'> {
  text: string;
  token: number;
  tag: number;
  /** Undefined: the tag is that of the best path. */
  chosenTag: number | undefined;
}

/** An answer, and how long it took. */
export interface Timed {
  milliseconds: Milliseconds;
}

/** What a figure asks the worker about the selection. */
export interface Detail<Value> {
  name: string;
  /** Slow ones are asked last: the others are rendered while the worker computes them. */
  isSlow: boolean;
  use: () => Answer<unknown, Value>;
  answer: () => Answer<unknown, Value>;
  /** Asks, unless it is the question that was asked last. */
  follow: (inspection: Inspection, selection: Selection) => void;
  forget: () => void;
}

/** @param name of the request */
export function detail<Name extends RequestName>(
  name: Name,
  paramsOf: (selection: Selection) => Params<Name>,
  { isSlow = false } = {},
): Detail<Result<Name>> {
  const { use, answer, cancel, ...asking } = query(
    ({ params }: { inspection: Inspection; params: Params<Name> }, signal) => ask(name, params, signal),
  );
  return {
    name,
    isSlow,
    use,
    answer,
    forget: cancel,
    follow(inspection, selection) {
      const params = paramsOf(selection);
      const now = answer();
      const isAsked =
        now.phase !== 'none' &&
        now.key.inspection === inspection &&
        JSON.stringify(now.key.params) === JSON.stringify(params);
      if (!isAsked) void asking.ask({ inspection, params });
    },
  };
}

/** Figures in view: only these send requests. */
const useViewedStore = createStore<Record<string, boolean>>({});

export function detailInView(name: string, isInView: boolean): void {
  useViewedStore.setState({ [name]: isInView });
}

/** Those of the figures of the tab, while it is open. */
let watched: readonly Detail<Timed>[] = [];

/** Time that the answers of all figures took. */
export function detailTime(): Milliseconds {
  return watched.reduce((sum, one) => sum + (valueOf(one.answer())?.milliseconds ?? 0), 0);
}

/** While Inside is open, figures in view follow the sentence, the selection and the model. */
export function watchDetails(details: readonly Detail<Timed>[]): () => void {
  watched = details.toSorted((a, b) => Number(a.isSlow) - Number(b.isSlow));
  const forget = () => watched.forEach((one) => one.forget());
  const refresh = () => {
    resolveTarget();
    const { inspection, sentence, selected, spelling, unit } = useInsideStore.getState();
    if (inspection === undefined || inspection.result.sentences.length === 0) return;
    const viewed = useViewedStore.getState();
    const shown = watched.filter(({ name }) => viewed[name] === true);
    if (shown.length === 0) return;
    const { text, result } = inspection;
    const { token, tag } = selectionOf(trellisOf(sentenceOf(result, sentence)), selected);
    const selection = { text, sentence, token, tag, chosenTag: selected?.tag, spelling, unit };
    for (const one of shown) one.follow(result, selection);
  };
  refresh();
  const stops = [
    // The answers belong to another sentence.
    useInsideStore.subscribe(({ inspection, sentence }) => `${sentence} ${inspection?.text ?? ''}`, forget),
    useInsideStore.subscribe(refresh),
    useViewedStore.subscribe(refresh),
  ];
  return () => {
    stops.forEach((stop) => stop());
    forget();
  };
}
