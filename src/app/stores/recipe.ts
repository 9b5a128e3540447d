import { create } from 'zustand';
import { FIELDS, type FieldName, type RunConfig } from '../../config/schema.ts';
import { configProblems, describeProblem, parseField } from '../../config/validate.ts';
import { changedFields, DEFAULT_RECIPE, parseSeeds, recipeOf, type Recipe } from '../address.ts';

interface RecipeStore {
  recipe: Recipe;
  /** What stands in a box and cannot be meant: Train waits until it is put right. */
  misfits: Misfits;
  /** A person or a link chose it; else the page did, by the corpus. */
  isOwn: boolean;
}

type Misfits = Partial<Record<FieldName | 'seeds', string>>;

export const useRecipeStore = create<RecipeStore>()(() => ({ recipe: DEFAULT_RECIPE, misfits: {}, isOwn: false }));

export function recipeLoaded(recipe: Recipe): void {
  useRecipeStore.setState({ recipe, misfits: {}, isOwn: true });
}

export function presetChosen(presetId: string): void {
  const { seeds } = useRecipeStore.getState().recipe;
  recipeLoaded({ ...recipeOf(presetId), seeds });
}

/** The page chooses, where nobody else has. */
export function presetSuggested(presetId: string): void {
  useRecipeStore.setState(({ recipe, isOwn }) =>
    isOwn || recipe.presetId === presetId ? {} : { recipe: { ...recipeOf(presetId), seeds: recipe.seeds } },
  );
}

export function settingChanged<Name extends FieldName>(name: Name, value: RunConfig[Name]): void {
  useRecipeStore.setState(({ recipe, misfits }) => ({
    recipe: { ...recipe, config: { ...recipe.config, [name]: value } },
    misfits: { ...misfits, [name]: undefined },
    isOwn: true,
  }));
}

/** As typed: a decimal comma is one too, but not in a whole number, where it might part thousands. */
export function parseSetting(name: FieldName, text: string): ReturnType<typeof parseField> {
  return parseField(name, FIELDS[name].type === 'number' ? text.replace(',', '.') : text);
}

/** Takes a text that fits the setting, and keeps one that does not, to be put right. */
export function settingTyped(name: FieldName, text: string): void {
  const parsed = parseSetting(name, text);
  if ('value' in parsed) settingChanged(name, parsed.value);
  else misfitTyped(name, text);
}

export function seedsTyped(text: string): void {
  const parsed = parseSeeds(text);
  if ('problem' in parsed) misfitTyped('seeds', text);
  else {
    useRecipeStore.setState(({ recipe, misfits }) => ({
      recipe: { ...recipe, seeds: parsed.value },
      misfits: { ...misfits, seeds: undefined },
      isOwn: true,
    }));
  }
}

function misfitTyped(name: keyof Misfits, text: string): void {
  useRecipeStore.setState(({ misfits }) => ({ misfits: { ...misfits, [name]: text } }));
}

/** Back to what the preset says. */
export function settingReset(name: FieldName): void {
  settingChanged(name, recipeOf(useRecipeStore.getState().recipe.presetId).config[name]);
}

export function recipeReset(): void {
  presetChosen(useRecipeStore.getState().recipe.presetId);
}

export const selectConfig = ({ recipe }: RecipeStore): RunConfig => recipe.config;
export const selectPresetId = ({ recipe }: RecipeStore): string => recipe.presetId;
/** As one string: a selector must give the same value for the same state. */
export const selectChanged = ({ recipe }: RecipeStore): string => changedFields(recipe).join(' ');
/** Why Train has to wait; undefined: it fits. */
export function selectRecipeProblem(store: RecipeStore): string | undefined {
  for (const [name, text] of Object.entries(store.misfits)) {
    if (text === undefined) continue;
    const label = name === 'seeds' ? 'Seeds' : FIELDS[name as FieldName].label;
    return `${label}: ${text.trim() === '' ? 'the box is empty' : `${text} does not fit`}. Correct it in the recipe.`;
  }
  return selectConfigProblem(store);
}

/** Settings that do not fit each other. */
export function selectConfigProblem({ recipe }: RecipeStore): string | undefined {
  const [problem] = configProblems(recipe.config);
  return problem && describeProblem(problem);
}
