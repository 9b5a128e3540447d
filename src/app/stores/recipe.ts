import type { KnownReadings } from '../../config/recipe-file.ts';
import { FIELDS, type FieldName, type RunConfig } from '../../config/schema.ts';
import { configProblems, describeProblem, parseField } from '../../config/validate.ts';
import { DEFAULT_RECIPE, parseSeeds, recipeOf, type Recipe } from './recipe-address.ts';
import { createStore } from './create-store.ts';

export interface RecipeStore {
  recipe: Recipe;
  /** Invalid text of settings. It remains in the box, and Train is disabled until it is corrected. */
  invalid: InvalidText;
  /** Whether the user or a link chose the recipe; otherwise the page chose it for the corpus. */
  isOwn: boolean;
  /** The data that the recipe was used on: `by`: `the link` or a file name; `data`: fingerprints, as in an address. */
  madeWith: { by: string; data: string } | undefined;
  /** How the recipe says that files are read. */
  readings: KnownReadings;
}

type InvalidText = Partial<Record<FieldName | 'seeds', string>>;

export const useRecipeStore = createStore<RecipeStore>({
  recipe: DEFAULT_RECIPE,
  invalid: {},
  isOwn: false,
  madeWith: undefined,
  readings: {},
});

export function recipeLoaded(recipe: Recipe, madeWith?: RecipeStore['madeWith'], readings?: KnownReadings): void {
  useRecipeStore.setState({ recipe, invalid: {}, isOwn: true, madeWith, ...(readings && { readings }) });
}

/** Undoes `recipeLoaded`. */
export function recipeRestored(before: Pick<RecipeStore, 'recipe' | 'isOwn' | 'madeWith' | 'readings'>): void {
  useRecipeStore.setState({ ...before, invalid: {} });
}

/** Lets the page choose a recipe again. */
export function recipeForgotten(): void {
  useRecipeStore.setState({ recipe: DEFAULT_RECIPE, invalid: {}, isOwn: false, madeWith: undefined, readings: {} });
}

/** The recipe of a preset, with the runs of another recipe. */
const withPreset = ({ seeds, unlabelled }: Recipe, presetId: string): Recipe => {
  return { ...recipeOf(presetId), seeds, ...(unlabelled && { unlabelled }) };
};

export function presetChosen(presetId: string): void {
  recipeLoaded(withPreset(useRecipeStore.getState().recipe, presetId));
}

/** Applies the page's choice, unless the user or a link chose a recipe. */
export function presetSuggested(presetId: string): void {
  useRecipeStore.setState(({ recipe, isOwn }) =>
    isOwn || recipe.presetId === presetId ? {} : { recipe: withPreset(recipe, presetId) },
  );
}

export function settingChanged<Name extends FieldName>(name: Name, value: RunConfig[Name]): void {
  useRecipeStore.setState(({ recipe, invalid }) => ({
    recipe: { ...recipe, config: { ...recipe.config, [name]: value } },
    invalid: { ...invalid, [name]: undefined },
    isOwn: true,
  }));
}

/** Parses typed text. A comma is a decimal point, except in integers, where it might separate thousands. */
export function parseSetting(name: FieldName, text: string): ReturnType<typeof parseField> {
  return parseField(name, FIELDS[name].type === 'number' ? text.replace(',', '.') : text);
}

/** Sets the value, or keeps invalid text to be corrected. */
export function settingTyped(name: FieldName, text: string): void {
  const parsed = parseSetting(name, text);
  if ('value' in parsed) settingChanged(name, parsed.value);
  else invalidTyped(name, text);
}

export function seedsTyped(text: string): void {
  const parsed = parseSeeds(text);
  if ('problem' in parsed) invalidTyped('seeds', text);
  else {
    useRecipeStore.setState(({ recipe, invalid }) => ({
      recipe: { ...recipe, seeds: parsed.value },
      invalid: { ...invalid, seeds: undefined },
      isOwn: true,
    }));
  }
}

/** Teachers and a student take the place of several seeds. */
export function unlabelledChosen(unlabelled: boolean): void {
  useRecipeStore.setState(({ recipe: { presetId, config } }) => {
    return { recipe: { presetId, config, seeds: 1, ...(unlabelled && { unlabelled: true }) }, isOwn: true };
  });
}

function invalidTyped(name: keyof InvalidText, text: string): void {
  useRecipeStore.setState(({ invalid }) => ({ invalid: { ...invalid, [name]: text } }));
}

/** Resets a setting to the value of the preset. */
export function settingReset(name: FieldName): void {
  settingChanged(name, recipeOf(useRecipeStore.getState().recipe.presetId).config[name]);
}

export function recipeReset(): void {
  presetChosen(useRecipeStore.getState().recipe.presetId);
}

export const selectConfig = ({ recipe }: RecipeStore): RunConfig => recipe.config;
export const selectPresetId = ({ recipe }: RecipeStore): string => recipe.presetId;

/** Why the recipe cannot be trained; undefined if it can. */
export function selectRecipeProblem(store: RecipeStore): string | undefined {
  for (const [name, text] of Object.entries(store.invalid)) {
    if (text === undefined) continue;
    const label = name === 'seeds' ? 'Seeds' : FIELDS[name as FieldName].label;
    return `${label}: ${text.trim() === '' ? 'the box is empty' : `${text} is not a valid value`}. Correct it in the recipe.`;
  }
  return selectConfigProblem(store);
}

/** A problem with the combination of settings. */
export function selectConfigProblem({ recipe }: RecipeStore): string | undefined {
  const [problem] = configProblems(recipe.config);
  return problem && describeProblem(problem);
}
