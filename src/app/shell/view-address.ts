import { targetRequested, useInsideStore, type InsideStore, type Place } from '../stores/inside.ts';
import { runViewChosen, useStudyStore, type RunView } from '../stores/runs/study.ts';
import { tabChosen } from '../stores/view.ts';

/** Tabs that do not depend on a run. The first is the default, and not written to the address. */
const VIEWS: readonly RunView[] = [
  'charts',
  'score',
  'inside',
  'annotate',
  'runs',
  'ablation',
  'search',
  'lessons',
  'documents',
];

/**
 * The view in the address: the tab of the middle column, and in Inside the sentence and token, which are 1-based in the address,
 * and the figure of the lecture view.
 */
export interface AddressedView {
  view: RunView;
  place: Place;
}

/** Reads `?tab=inside&sentence=2&token=5`. Invalid values are ignored. */
export function readView(search: string): AddressedView {
  const parameters = new URLSearchParams(search);
  const number = (name: string) => {
    const value = Number(parameters.get(name));
    return Number.isSafeInteger(value) && value > 0 ? value - 1 : undefined;
  };
  return {
    view: VIEWS.find((view) => view === parameters.get('tab')) ?? 'charts',
    place: { sentence: number('sentence') ?? 0, token: number('token'), slide: parameters.get('slide') ?? undefined },
  };
}

/** Writes the view into a query string, and keeps other parameters. */
export function withView(search: string, { view, place }: AddressedView): string {
  const parameters = new URLSearchParams(search);
  for (const name of ['tab', 'sentence', 'token', 'slide']) parameters.delete(name);
  if (view !== 'charts' && VIEWS.includes(view)) parameters.set('tab', view);
  if (view === 'inside' && place.sentence > 0) parameters.set('sentence', String(place.sentence + 1));
  if (view === 'inside' && place.token !== undefined) parameters.set('token', String(place.token + 1));
  if (view === 'inside' && place.slide !== undefined) parameters.set('slide', place.slide);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * Keeps the open tab, and in Inside the sentence, token and slide, in the address, so that they can be linked. Another tab or sentence is a
 * step of the browser's history, and so is the lecture view, so that Back returns to it; another token or slide is not, since arrow keys
 * move along them.
 */
export function watchView(): () => void {
  const placeOf = ({ target, sentence, selected, slide }: InsideStore): Place =>
    target !== undefined && 'sentence' in target ? target : { sentence, token: selected?.token, slide };
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
      const [place, former] = [placeOf(now), placeOf(before)];
      const isSame = (['sentence', 'token', 'slide'] as const).every((part) => place[part] === former[part]);
      if (isReading || isSame || useStudyStore.getState().view !== 'inside') return;
      const isElsewhere =
        now.sentence !== before.sentence || (now.slide === undefined) !== (before.slide === undefined);
      write(isElsewhere && now.inspection === before.inspection);
    }),
  ];
  addEventListener('popstate', read);
  return () => {
    stops.forEach((stop) => stop());
    removeEventListener('popstate', read);
  };
}
