import { serializeError } from '../../lib/errors.ts';
import type { Milliseconds } from '../../lib/units.ts';
import { readRecipe, writeLink, writeRecipe } from '../address.ts';
import { ask } from '../bridge.ts';
import { flopsPerToken } from '../../config/flops.ts';
import { presetFor } from '../preset-advice.ts';
import { selectReport, useDeviceStore } from '../stores/device.ts';
import { answerCleared, useInspectStore } from '../stores/inspect.ts';
import { failureReported, noticeAdded } from '../stores/notices.ts';
import { PREFERENCES_KEY, usePreferenceStore } from '../stores/preferences.ts';
import { presetSuggested, recipeLoaded, selectRecipeProblem, useRecipeStore } from '../stores/recipe.ts';
import { failureCleared, planned, runSettled, selectIsActive, useRunStore } from '../stores/run.ts';
import { series } from '../stores/series.ts';
import { speedMeasured } from '../stores/measurements.ts';
import {
  selectFiles,
  selectIsUnsaved,
  selectModel,
  selectTrainingFiles,
  useWorkspaceStore,
} from '../stores/workspace.ts';
import { discardScores, tagText } from './inspect.ts';
import { watchInside } from './inside.ts';
import { watchFollowed } from './over-time.ts';
import { watchSlices } from './slices.ts';

const PLAN_AFTER: Milliseconds = 150;
const TAG_AFTER: Milliseconds = 60;
/** How long buttons are disabled after a run ends: long enough to see that their meaning has changed. */
const SETTLE_AFTER: Milliseconds = 500;
/** During training, the sentence is tagged again at this interval with the current weights. */
const RETAG_EVERY: Milliseconds = 1000;

type Stop = () => void;

/** Starts all reactions to changes of the stores. */
export function startWatching(): Stop {
  const stops = [
    watchAddress(),
    watchViewSoon(),
    watchPlan(),
    watchSentence(),
    watchModel(),
    watchEnd(),
    watchFiles(),
    watchSpeed(),
    watchLeaving(),
    watchPreferences(),
    watchInside(),
    watchSlices(),
    watchFollowed(),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Synchronises the recipe with the page's address. */
function watchAddress(): Stop {
  const read = () => {
    const { recipe, data, problems } = readRecipe(location.hash);
    for (const message of problems)
      noticeAdded({ kind: 'error', title: 'The address has an invalid setting', message });
    const isExplicit = location.hash.length > 1; // then the page does not choose a preset, even if it is the default
    if (isExplicit || writeRecipe(recipe) !== writeRecipe(useRecipeStore.getState().recipe)) {
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

/** Loads the code lazily, as it is not needed at first. */
function watchViewSoon(): Stop {
  let stop: Stop | undefined;
  let isStopped = false;
  void import('./view-address.ts').then(({ watchView }) => {
    if (!isStopped) stop = watchView();
  });
  return () => {
    isStopped = true;
    stop?.();
  };
}

/** Updates the plan when the recipe or the files change. */
function watchPlan(): Stop {
  let latest = 0;
  const refresh = async () => {
    const turn = ++latest;
    const { workspace } = useWorkspaceStore.getState();
    if (selectIsActive(useRunStore.getState())) return;
    if (
      workspace.blockers.length > 0 ||
      workspace.files.length === 0 ||
      selectRecipeProblem(useRecipeStore.getState())
    ) {
      planned(undefined);
      return;
    }
    try {
      const plan = await ask('plan', { config: useRecipeStore.getState().recipe.config });
      if (turn === latest) planned(plan);
    } catch (error) {
      if (turn !== latest) return;
      planned(undefined);
      failureReported('plan the run', serializeError(error));
    }
  };
  const soon = debounced(() => void refresh(), PLAN_AFTER);
  const stops = [
    useRecipeStore.subscribe(soon),
    // Files may have been added during a run.
    useRunStore.subscribe(selectIsActive, (isActive) => {
      if (!isActive) soon();
    }),
    useWorkspaceStore.subscribe(({ workspace }) => workspace, soon),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Tags the sentence when it or the model changes. */
function watchSentence(): Stop {
  let taggedAt: Milliseconds = 0;
  const tag = () => {
    const { phase } = useRunStore.getState().run;
    const hasWeights =
      useWorkspaceStore.getState().workspace.model !== undefined || phase === 'training' || phase === 'paused';
    if (!hasWeights) return;
    taggedAt = performance.now();
    void tagText();
  };
  const soon = debounced(tag, TAG_AFTER);
  const stops = [
    useInspectStore.subscribe(({ text }) => text, soon),
    useWorkspaceStore.subscribe(selectModel, tag),
    useWorkspaceStore.subscribe(({ workspace }) => workspace.encoder?.hash, tag),
    useRunStore.subscribe(
      ({ seriesVersion }) => seriesVersion,
      () => {
        if (performance.now() - taggedAt >= RETAG_EVERY) tag();
      },
    ),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Discards scores and answers when their model is replaced. */
function watchModel(): Stop {
  return useWorkspaceStore.subscribe(
    (store) => selectModel(store)?.id,
    (id) => {
      discardScores();
      if (id === undefined) answerCleared();
    },
  );
}

/** When files change: chooses the preset that suits them, unless the user or a link chose one, and clears a failure. */
function watchFiles(): Stop {
  let changedFor = ''; // the training files for which the recipe was last changed
  const trained = () => selectTrainingFiles(useWorkspaceStore.getState());
  const stops = [
    useRecipeStore.subscribe(
      ({ recipe }) => recipe,
      () => {
        changedFor = trained();
      },
    ),
    useWorkspaceStore.subscribe(selectFiles, () => {
      presetSuggested(presetFor(useWorkspaceStore.getState().workspace));
      failureCleared();
    }),
    useWorkspaceStore.subscribe(selectTrainingFiles, (names) => {
      const { isOwn } = useRecipeStore.getState();
      if (!isOwn || names === '' || changedFor === '' || names === changedFor) return;
      noticeAdded({
        kind: 'note',
        title: 'The recipe is not the default',
        message: `It was changed for ${changedFor}. Check that it suits ${names}, or choose a preset again.`,
      });
      changedFor = names;
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

/** Records the speed of each epoch for the next estimate. */
function watchSpeed(): Stop {
  return useRunStore.subscribe(
    () => series.epochs.at(-1),
    (last) => {
      const { progress, config, plan } = useRunStore.getState();
      const device = selectReport(useDeviceStore.getState());
      if (!last || !progress.facts || !config || !device) return;
      const trained = { ...config, wordDim: plan?.wordDim ?? config.wordDim };
      speedMeasured(device, last.tokensPerSecond * flopsPerToken(trained, progress.facts.tags.length));
    },
  );
}

/** When a run ends, its buttons get another meaning. They are disabled briefly, so that a late click does not start anything. */
function watchEnd(): Stop {
  const settle = debounced(() => runSettled(true), SETTLE_AFTER);
  return useRunStore.subscribe(selectIsActive, (isActive) => {
    if (isActive) return;
    runSettled(false);
    settle();
  });
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

function debounced(call: () => void, after: Milliseconds): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, after);
  };
}
