import {
  looksLikeRecipe,
  nearestPreset,
  formsOf,
  type KnownReadings,
  readingFor,
  readingsOf,
  readRecipeFile,
  writeFingerprints,
  writeRecipeFile,
} from '../../config/recipe-file.ts';
import { presetById } from '../../config/presets.ts';
import { FIELD_NAMES, type RunConfig } from '../../config/schema.ts';
import { serializeError } from '../../lib/errors.ts';
import type { CorpusOptions } from '../../data/corpus.ts';
import { readingSettings, settingsForOther, settingsOfForm } from '../../data/reading-settings.ts';
import type { CorpusFile, ModelInfo } from '../../workers/wire/payloads.ts';
import { changedFields, MOST_SEEDS, writeLink, type Recipe } from '../stores/recipe-address.ts';
import { ask, attempt } from '../trainer/bridge.ts';
import { formatCounted } from '../look/format.ts';
import { saveFile } from '../ui/save-file.ts';
import { failureReported, noticeAdded } from '../stores/notices.ts';
import { recipeLoaded, recipeRestored, useRecipeStore } from '../stores/recipe.ts';
import { selectFiles, selectModel, useWorkspaceStore } from '../stores/workspace.ts';
import { updateFile } from './update-file.ts';
import { selectIsActive, useRunStore } from '../stores/runs/run.ts';

/** Only the start of a file is checked, since `metrics.json` of long runs has some megabytes. */
const HEAD_CHARACTERS = 4096;

/** Applies the last recipe among the files. @returns the other files */
export async function applyRecipes(files: File[]): Promise<File[]> {
  const areRecipes = await Promise.all(files.map(isRecipe));
  const recipe = files.findLast((_, i) => areRecipes[i]);
  if (recipe !== undefined) await applyRecipeFile(recipe);
  return files.filter((_, i) => !areRecipes[i]);
}

async function isRecipe(file: File): Promise<boolean> {
  if (!/\.json$/i.test(file.name)) return false;
  // A file that cannot be read is reported by the trainer.
  return looksLikeRecipe(
    await file
      .slice(0, HEAD_CHARACTERS)
      .text()
      .catch(() => ''),
  );
}

async function applyRecipeFile(file: File): Promise<void> {
  try {
    const { data, readings = {}, forms, ...saved } = readRecipeFile(file.name, await file.text());
    // All are checked before anything changes, also those of files that are not loaded yet.
    for (const [name, written] of Object.entries(readings)) readingSettings(name, written);
    const recipe = { ...saved, seeds: Math.min(saved.seeds, MOST_SEEDS) };
    await applyRecipe(recipe, file.name, data && writeFingerprints(data), { readings, forms });
  } catch (error) {
    failureReported(`use the settings of ${file.name}`, serializeError(error));
  }
}

/** Offers the settings that a model was trained with, unless they equal the recipe. */
export function offerSettings({ id, name, config }: Pick<ModelInfo, 'id' | 'name' | 'config'>): void {
  const holds = () =>
    selectModel(useWorkspaceStore.getState())?.id === id && !isSame(config, useRecipeStore.getState().recipe.config);
  if (!holds()) return;
  const recipe = { ...useRecipeStore.getState().recipe, presetId: nearestPreset(config), config };
  noticeAdded({
    kind: 'note',
    topic: 'settings of a model',
    holds,
    title: `${name} was trained with other settings`,
    message: `${describe(recipe)}.`,
    action: { label: 'Use its settings', act: () => void applyRecipe(recipe, name) },
  });
}

/** Applies a recipe; the previous one can be restored. */
async function applyRecipe(recipe: Recipe, name: string, data?: string, readings: KnownReadings = {}): Promise<void> {
  if (selectIsActive(useRunStore.getState())) {
    const message = 'A run is in progress. Stop it, or wait for its end, then add the file again.';
    const holds = () => selectIsActive(useRunStore.getState());
    noticeAdded({ kind: 'error', title: `Could not use the settings of ${name}`, message, holds });
    return;
  }
  const { recipe: previous, madeWith, isOwn, readings: others } = useRecipeStore.getState();
  recipeLoaded(recipe, data === undefined ? undefined : { by: name, data }, readings);
  const undoReading = await readAs(readings);
  const named = Object.keys(readings.readings ?? {});
  const byName =
    named.length === 0
      ? ''
      : ` It says how ${named.join(', ')} is read: it holds for files of these names, and of the same form.`;
  noticeAdded({
    kind: 'note',
    title: `The recipe has the settings of ${name}`,
    holds: () => useRecipeStore.getState().recipe === recipe,
    message: `${describe(recipe)}.${byName}`,
    action: {
      label: 'Undo',
      act: () => {
        recipeRestored({ recipe: previous, madeWith, isOwn, readings: others });
        void undoReading();
      },
    },
  });
}

/** How the recipe says that files are read, and how loaded files are read where the user has decided it. */
function knownReadings(): KnownReadings {
  const { readings: inRecipe } = useRecipeStore.getState();
  const loaded = decidedReadings();
  return { readings: { ...loaded.readings, ...inRecipe.readings }, forms: { ...loaded.forms, ...inRecipe.forms } };
}

function decidedReadings(): KnownReadings {
  const files = useWorkspaceStore.getState().workspace.files.map(({ name, reading }) => ({ name, ...reading }));
  const readings = readingsOf(files);
  return { readings, forms: formsOf(readings, files) };
}

/** How a file is to be read: as the one of its name, or, unless something was decided about it, as another one of its form. */
function readingOf(
  { name, reading }: CorpusFile,
  known: KnownReadings,
): { like: string; settings: CorpusOptions } | undefined {
  const like = readingFor(known, name, reading.form);
  if (like === undefined) return undefined;
  const settings = readingSettings(like, known.readings![like]!);
  if (like === name) return { like, settings };
  const isOpen = Object.keys(settingsOfForm(reading.settings)).length === 0;
  return isOpen ? { like, settings: settingsForOther(settings, reading.question) } : undefined;
}

/**
 * Reads files that were just added as the recipe says, or as was decided for loaded ones.
 *
 * @throws StudioError BadConfig
 */
export async function readAsKnown(isNew: (file: CorpusFile) => boolean): Promise<void> {
  await readAs(knownReadings(), isNew);
}

/**
 * Reads loaded files like others, by their names, or of the same form, and says so. Those that are read so already stay as they are.
 *
 * @returns undoes it
 * @throws StudioError BadConfig
 */
async function readAs(
  known: KnownReadings,
  isWanted: (file: CorpusFile) => boolean = () => true,
): Promise<() => Promise<void>> {
  const changed = useWorkspaceStore
    .getState()
    .workspace.files.filter(isWanted)
    .flatMap((file) => {
      const reading = readingOf(file, known);
      return reading === undefined || isReadSo(file, reading.settings) ? [] : [{ file, ...reading }];
    });
  for (const { file, like, settings } of changed) {
    await updateFile(file.id, settings);
    if (like === file.name) continue;
    noticeAdded({
      kind: 'note',
      title: `${file.name} is read like ${like}`,
      holds: () => selectFiles(useWorkspaceStore.getState()).some(({ id }) => id === file.id),
      message: 'It has the same form. Its card shows the reading, where each part can be changed.',
    });
  }
  return async () => {
    for (const { file, settings } of changed) {
      const before = Object.keys(settings).map((part) => [part, file.reading.settings[part as keyof CorpusOptions]]);
      await updateFile(file.id, Object.fromEntries(before) as CorpusOptions);
    }
  };
}

function isReadSo({ reading }: CorpusFile, settings: CorpusOptions): boolean {
  const own: Readonly<Record<string, unknown>> = { ...reading.settings };
  return Object.entries(settings).every(([part, value]) => JSON.stringify(own[part]) === JSON.stringify(value));
}

/** `Preset Ma & Hovy 2016, 2 changes, 5 seeds`. The word dimension is ignored, as it follows from the vectors. */
function describe(recipe: Recipe): string {
  const changes = changedFields(recipe).filter((name) => name !== 'wordDim').length;
  const name = presetById(recipe.presetId)?.name ?? recipe.presetId;
  const facts = [`Preset ${name}`, changes === 0 ? 'unchanged' : formatCounted(changes, 'change')];
  if (recipe.unlabelled) facts.push('with text without labels');
  else if (recipe.seeds !== 1) facts.push(formatCounted(recipe.seeds, 'seed'));
  return facts.join(', ');
}

function isSame(a: RunConfig, b: RunConfig): boolean {
  return FIELD_NAMES.every((name) => name === 'wordDim' || a[name] === b[name]);
}

/** The address of this page with the recipe and the fingerprints of the loaded data. */
export async function recipeLink(): Promise<string | undefined> {
  const answer = await attempt('make a link', ask('fingerprints', {}));
  if (answer === undefined) return undefined;
  const { recipe } = useRecipeStore.getState();
  const isEmpty = Object.keys(answer.value).length === 0;
  const hash = writeLink(recipe, isEmpty ? undefined : writeFingerprints(answer.value));
  return `${location.origin}${location.pathname}#${hash}`;
}

export async function saveRecipe(): Promise<void> {
  const answer = await attempt('save the recipe', ask('fingerprints', {}));
  if (answer === undefined) return;
  const { recipe } = useRecipeStore.getState();
  const data = Object.keys(answer.value).length === 0 ? undefined : answer.value;
  const written = writeRecipeFile({ ...recipe, data, ...decidedReadings() });
  saveFile(`${recipe.presetId}-recipe.json`, written, 'application/json');
}
