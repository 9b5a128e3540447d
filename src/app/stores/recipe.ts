import { create } from 'zustand';
import { configProblems, parseField, type FieldName, type RunConfig } from '../../config/schema.ts';
import { changedFields, DEFAULT_RECIPE, recipeOf, type Recipe } from '../address.ts';

interface RecipeStore {
  recipe: Recipe;
  /** A person or a link chose it; else the page did, by the corpus. */
  isOwn: boolean;
}

export const useRecipeStore = create<RecipeStore>()(() => ({ recipe: DEFAULT_RECIPE, isOwn: false }));

export function recipeLoaded(recipe: Recipe): void {
  useRecipeStore.setState({ recipe, isOwn: true });
}

export function presetChosen(presetId: string): void {
  useRecipeStore.setState(({ recipe: { seeds } }) => ({ recipe: { ...recipeOf(presetId), seeds }, isOwn: true }));
}

/** The page chooses, where nobody else has. */
export function presetSuggested(presetId: string): void {
  useRecipeStore.setState(({ recipe, isOwn }) =>
    isOwn || recipe.presetId === presetId ? {} : { recipe: { ...recipeOf(presetId), seeds: recipe.seeds } },
  );
}

export function settingChanged<Name extends FieldName>(name: Name, value: RunConfig[Name]): void {
  useRecipeStore.setState(({ recipe }) => ({
    recipe: { ...recipe, config: { ...recipe.config, [name]: value } },
    isOwn: true,
  }));
}

/** Takes a text that fits the setting; leaves it as it is for one that does not. */
export function settingTyped(name: FieldName, text: string): void {
  const parsed = parseField(name, text);
  if ('value' in parsed) settingChanged(name, parsed.value);
}

export function seedsChanged(seeds: number): void {
  useRecipeStore.setState(({ recipe }) => ({ recipe: { ...recipe, seeds }, isOwn: true }));
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
export const selectConfigProblem = ({ recipe }: RecipeStore): string | undefined => configProblems(recipe.config)[0];
