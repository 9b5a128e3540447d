import type { FieldName } from '../../../config/schema.ts';
import { changedFields, parseSeeds, type Recipe } from '../../stores/recipe-address.ts';
import { formatSentence } from '../../look/format.ts';
import { memoizedByObject } from '../../stores/memoized.ts';
import { parseSetting, type RecipeStore } from '../../stores/recipe.ts';

const changes = memoizedByObject((recipe: Recipe): ReadonlySet<FieldName> => new Set(changedFields(recipe)));

/** How many settings differ from the preset. */
export const selectChangeCount = ({ recipe }: RecipeStore): number => changes(recipe).size;

/** Whether a setting differs from the preset, or is being typed. */
export const selectIsChanged =
  (name: FieldName) =>
  ({ recipe, invalid }: RecipeStore): boolean =>
    changes(recipe).has(name) || invalid[name] !== undefined;

/** What is wrong with the text in the box of a setting: `Expected a number from 0 to 1.` */
export const selectProblem =
  (name: FieldName | 'seeds') =>
  ({ invalid }: RecipeStore): string | undefined => {
    const text = invalid[name];
    if (text === undefined) return undefined;
    const parsed = name === 'seeds' ? parseSeeds(text) : parseSetting(name, text);
    return 'problem' in parsed ? formatSentence(parsed.problem.reason) : undefined;
  };
