import { targetRequested, useInsideStore, type InsideStore, type Place } from '../stores/inside.ts';
import { runViewChosen, useStudyStore, type RunView } from '../stores/study.ts';
import { tabChosen } from '../stores/view.ts';

/** Tabs that there are without a run; the first is not in the address. */
const VIEWS: readonly RunView[] = ['charts', 'score', 'inside', 'annotate', 'runs', 'ablation', 'search'];

/** Where a reader is: the tab of the middle column, and in Inside the sentence and token. Counted from 1 in the address. */
export interface AddressedView {
  view: RunView;
  place: Place;
}

/** `?tab=inside&sentence=2&token=5`; what is not known is as if it were not there. */
export function readView(search: string): AddressedView {
  const parameters = new URLSearchParams(search);
  const number = (name: string) => {
    const value = Number(parameters.get(name));
    return Number.isSafeInteger(value) && value > 0 ? value - 1 : undefined;
  };
  return {
    view: VIEWS.find((view) => view === parameters.get('tab')) ?? 'charts',
    place: { sentence: number('sentence') ?? 0, token: number('token') },
  };
}

/** The other parameters stay. */
export function withView(search: string, { view, place }: AddressedView): string {
  const parameters = new URLSearchParams(search);
  for (const name of ['tab', 'sentence', 'token']) parameters.delete(name);
  if (view !== 'charts' && VIEWS.includes(view)) parameters.set('tab', view);
  if (view === 'inside' && place.sentence > 0) parameters.set('sentence', String(place.sentence + 1));
  if (view === 'inside' && place.token !== undefined) parameters.set('token', String(place.token + 1));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * The address says which tab is open, and in Inside which sentence and token. A link leads there. Another tab or sentence is a step of
 * the browser's history, so that Back returns; another token is not, since arrow keys run along them.
 */
export function watchView(): () => void {
  const placeOf = ({ target, sentence, selected }: InsideStore): Place =>
    target !== undefined && 'sentence' in target ? target : { sentence, token: selected?.token };
  const write = (isStep: boolean) => {
    const addressed = { view: useStudyStore.getState().view, place: placeOf(useInsideStore.getState()) };
    const search = withView(location.search, addressed);
    if (search === withView(location.search, readView(location.search))) return;
    const address = `${location.pathname}${search}${location.hash}`;
    if (isStep) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  };
  let isReading = false;
  const read = () => {
    const { view, place } = readView(location.search);
    isReading = true;
    if (view === 'inside') targetRequested(place);
    if (view !== useStudyStore.getState().view) runViewChosen(view);
    isReading = false;
  };
  if (withView('', readView(location.search)) !== '') {
    read();
    tabChosen('run'); // for pages with a single column
  }
  const stops = [
    useStudyStore.subscribe(
      ({ view }) => view,
      () => isReading || write(true),
    ),
    useInsideStore.subscribe((now, before) => {
      const isSame = now.sentence === before.sentence && now.selected?.token === before.selected?.token;
      if (isReading || isSame || useStudyStore.getState().view !== 'inside') return;
      write(now.sentence !== before.sentence && now.inspection === before.inspection);
    }),
  ];
  addEventListener('popstate', read);
  return () => {
    stops.forEach((stop) => stop());
    removeEventListener('popstate', read);
  };
}
