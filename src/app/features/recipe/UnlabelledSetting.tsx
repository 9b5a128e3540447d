import { Switch } from '@mantine/core';
import { useId } from 'react';
import { TEACHERS } from '../../../config/unlabelled.ts';
import { formatCount, formatCounted } from '../../look/format.ts';
import { learnFromText } from './actions.ts';
import { useRecipeStore } from '../../stores/recipe.ts';
import { usePlannedKind } from '../../stores/tag-kind.ts';
import { useWorkspaceStore } from '../../stores/workspace.ts';
import styles from './Recipe.module.css';

/** Whether a run also learns from text without labels: shown if there is some, or if it was chosen. */
export function UnlabelledSetting() {
  const id = useId();
  const names = useWorkspaceStore(({ workspace }) => workspace.unlabelled);
  const isChosen = useRecipeStore(({ recipe }) => recipe.unlabelled ?? false);
  const readsDocuments = useRecipeStore(({ recipe }) => recipe.config.context === 'document');
  const kind = usePlannedKind();
  if (!isChosen && (names.length === 0 || kind === 'classes')) return null;
  const [first = 'the text', ...others] = names;
  const text = others.length === 0 ? first : `${first} and ${formatCount(others.length)} more`;
  return (
    <div className={styles.setting} data-changed={isChosen || undefined}>
      <label htmlFor={id}>Learn from text without labels</label>
      <Switch
        id={id}
        aria-describedby={`${id}-help`}
        checked={isChosen}
        onChange={(event) => learnFromText(event.currentTarget.checked)}
      />
      <p id={`${id}-help`} className={styles.help}>
        {formatCounted(TEACHERS, 'model')} of different seeds label {text}; a student learns from the sentences on which
        they agree, and from yours. {readsDocuments && 'It reads the documents of the text. '}The best of them on dev is
        kept, or the student where dev is too small to tell.
      </p>
    </div>
  );
}
