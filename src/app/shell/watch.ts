import { watchSlices } from '../features/entity-scores/dev-slices.ts';
import { watchFollowed } from '../features/inside/follow.ts';
import { watchSentence } from '../features/try/tagging.ts';
import { watchFiles } from '../files/choose-preset.ts';
import { noticeAdded } from '../stores/notices.ts';
import { PREFERENCES_KEY, usePreferenceStore } from '../stores/preferences.ts';
import { recipeLoaded, useRecipeStore } from '../stores/recipe.ts';
import { readRecipe, writeLink, writeRecipe } from '../stores/recipe-address.ts';
import { selectIsActive, useRunStore } from '../stores/runs/run.ts';
import { selectIsUnsaved, useWorkspaceStore } from '../stores/workspace.ts';
import { onUpdate } from '../trainer/updates.ts';
import { watchEnd, watchPlan } from '../trainer/watch-runs.ts';

type Stop = () => void;

/** Starts all reactions to changes of the stores. */
export function startWatching(): Stop {
  const stops = [
    watchParts(),
    watchAddress(),
    watchLater(async () => (await import('./view-address.ts')).watchView()),
    watchLeaving(),
    watchPreferences(),
    watchPlan(),
    watchEnd(),
    watchLater(async () => (await import('../trainer/watch-speed.ts')).watchSpeed()),
    watchFiles(),
    watchLater(async () => (await import('./expiry.ts')).watchExpiry()),
    watchSentence(),
    watchLater(async () => (await import('../features/score/scoring.ts')).watchScores()),
    watchLater(async () => (await import('../features/ablation/kept.ts')).watchAblation()),
    watchLater(async () => (await import('../features/label-check/kept.ts')).watchChecks()),
    watchSlices(),
    watchFollowed(),
    // Its code is loaded already, as it requested the search.
    onUpdate('search', (update) => {
      void import('../features/search/actions.ts').then((search) => search.receiveSearchUpdate(update));
    }),
    onUpdate('ablated', (update) => void import('../keep/kept-rows.ts').then(({ keepRow }) => keepRow(update))),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Says when code of the page cannot be loaded, also code that draws nothing, such as that which stores runs. */
function watchParts(): Stop {
  const say = ({ payload }: VitePreloadErrorEvent) => {
    const [, file] = /([\w.-]+\.(?:js|css))/.exec(payload.message) ?? [];
    noticeAdded({
      kind: 'error',
      topic: 'missing part',
      title: 'A part of the page could not be loaded',
      message: `${file ?? 'A file'} did not arrive as it should. Some functions will not work until the page is loaded again.`,
      action: { label: 'Reload', act: () => location.reload() },
    });
  };
  addEventListener('vite:preloadError', say);
  return () => removeEventListener('vite:preloadError', say);
}

/** Synchronises the recipe with the page's address. */
function watchAddress(): Stop {
  const read = () => {
    const { recipe, data, problems } = readRecipe(location.hash);
    const text = writeRecipe(recipe);
    const holds = () => writeRecipe(useRecipeStore.getState().recipe) === text; // the address changes with the recipe
    for (const message of problems)
      noticeAdded({ kind: 'error', title: 'The address has an invalid setting', message, holds });
    const isExplicit = location.hash.length > 1; // then the page does not choose a preset, even if it is the default
    if (isExplicit || text !== writeRecipe(useRecipeStore.getState().recipe)) {
      recipeLoaded(recipe, data === undefined ? undefined : { by: 'the link', data });
    }
  };
  read();
  const unsubscribe = useRecipeStore.subscribe(({ recipe, isOwn, madeWith }) => {
    // A recipe that the page chose is not in the address: it would be chosen again.
    const hash = isOwn ? writeLink(recipe, madeWith?.data) : '';
    if (hash === location.hash.slice(1)) return;
    history.replaceState(null, '', `${location.pathname}${location.search}${hash === '' ? '' : `#${hash}`}`);
  });
  addEventListener('hashchange', read);
  return () => {
    unsubscribe();
    removeEventListener('hashchange', read);
  };
}

/** Loads the code of a reaction lazily, as it is not needed at first. */
function watchLater(start: () => Promise<Stop>): Stop {
  let stop: Stop | undefined;
  let isStopped = false;
  void start().then((started) => {
    if (isStopped) started();
    else stop = started;
  });
  return () => {
    isStopped = true;
    stop?.();
  };
}

/** Asks for confirmation before the page is closed if a run or an unsaved model would be lost. */
function watchLeaving(): Stop {
  const listener = (event: BeforeUnloadEvent) => {
    if (selectIsActive(useRunStore.getState()) || selectIsUnsaved(useWorkspaceStore.getState())) event.preventDefault();
  };
  addEventListener('beforeunload', listener);
  return () => removeEventListener('beforeunload', listener);
}

/** Synchronises the preferences with the other pages of this browser. */
function watchPreferences(): Stop {
  const listener = ({ key }: StorageEvent) => {
    if (key === PREFERENCES_KEY) void usePreferenceStore.persist.rehydrate();
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
