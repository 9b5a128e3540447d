import { useEffect } from 'react';
import { createStore } from '../../stores/create-store.ts';
import { clearPlace, readPlace, writePlace, type LessonPlace } from './place.ts';

const read = () => readPlace(new URLSearchParams(location.search));

/** The open place of the lessons, which is also in the address. */
export const usePlaceStore = createStore<LessonPlace>(readPlace(new URLSearchParams()));

/** Goes to another place. Another chapter or view is a step of the browser's history. */
export function placeChosen(change: Partial<LessonPlace>): void {
  const before = usePlaceStore.getState();
  const place = { ...before, ...change };
  usePlaceStore.setState(place);
  if (place.chapter === before.chapter && place.view === before.view) history.replaceState(null, '', addressOf(place));
  else history.pushState(null, '', addressOf(place));
}

/** The address of a place. */
export function addressOf(place: LessonPlace): string {
  const parameters = new URLSearchParams(location.search);
  writePlace(parameters, place);
  return `${location.pathname}?${parameters.toString()}${location.hash}`;
}

/** A link to a place, without anything else that is in the address: no recipe, no sentence. */
export function linkTo(place: LessonPlace): string {
  const parameters = new URLSearchParams({ tab: 'lessons' });
  writePlace(parameters, place);
  return `${location.origin}${location.pathname}?${parameters.toString()}`;
}

/** Id of the head of the lessons. */
export const LESSONS_TOP = 'lessons-top';

/** Scrolls to the beginning of what was opened, unless a link leads to a task in it. */
export function useScrollToTop(): void {
  useEffect(() => {
    if (usePlaceStore.getState().task === undefined) document.getElementById(LESSONS_TOP)?.scrollIntoView();
  }, []);
}

/** Follows the address while the lessons are open. When they are opened again, they are where they were left. */
export function useAddress(): void {
  useEffect(() => {
    const follow = () => usePlaceStore.setState(read());
    const { chapter, task } = read();
    if (chapter === undefined && task === undefined)
      history.replaceState(null, '', addressOf(usePlaceStore.getState()));
    else follow();
    addEventListener('popstate', follow);
    return () => {
      removeEventListener('popstate', follow);
      const parameters = new URLSearchParams(location.search);
      if (parameters.get('tab') === 'lessons') return;
      clearPlace(parameters);
      const search = parameters.toString();
      history.replaceState(null, '', `${location.pathname}${search && `?${search}`}${location.hash}`);
    };
  }, []);
}
