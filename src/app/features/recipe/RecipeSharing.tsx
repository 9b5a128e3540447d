import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useEffect } from 'react';
import { watchDataMatch } from './data-match.ts';
import { recipeLink, saveRecipe } from '../../files/recipe-files.ts';
import { useDataMatchStore } from './data-match-store.ts';
import { useRecipeStore } from '../../stores/recipe.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './RecipeSharing.module.css';

/** The recipe as a link and as a file, and whether the loaded data are the data that it was used on. */
export function RecipeSharing() {
  const { copy, copied } = useClipboard({ timeout: 1500 });
  return (
    <>
      <div className={styles.buttons}>
        <Button
          leftSection={<Icon name="copy" size={13} />}
          title="The settings and a fingerprint of the data, not the data"
          onClick={() => {
            void recipeLink().then((link) => {
              if (link !== undefined) copy(link);
            });
          }}
        >
          {copied ? 'Copied' : 'Copy link'}
        </Button>
        <Button title="As JSON, for this page and for --config" onClick={() => void saveRecipe()}>
          Save recipe
        </Button>
      </div>
      <DataMatch />
    </>
  );
}

function DataMatch() {
  const by = useRecipeStore(({ madeWith }) => madeWith?.by);
  const differences = useDataMatchStore((store) => store.differences);
  useEffect(watchDataMatch, []);
  return (
    <output aria-label="Data of the recipe" className={styles.match}>
      {by !== undefined && differences !== undefined && (
        <>
          <Icon name={differences.length === 0 ? 'info' : 'warning'} size={13} />{' '}
          {differences.length === 0
            ? `The loaded data are those of ${by}.`
            : `The loaded data are not those of ${by}: ${differences.join(', ')}. Scores may differ.`}
        </>
      )}
    </output>
  );
}
