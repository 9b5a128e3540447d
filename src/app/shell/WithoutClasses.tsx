import type { RunView } from '../stores/runs/study.ts';
import styles from './WithoutClasses.module.css';

/** Why a tab has nothing to show for a model that gives each text one class. */
const REASONS: Partial<Record<RunView, string>> = {
  inside:
    'Inside shows how a model tags the words of a sentence. This model gives each text one class: type a text in the box to see the probabilities of its classes, and with attention pooling the weights of its words.',
  ablation:
    'The rows of the ablation are parts of a model that tags words. For texts with a class, compare cells and poolings by training with them: each run is in Runs.',
  documents:
    'Documents marks and redacts the entities of a text. This model gives each text one class: add texts as a table, and tag them in Score.',
};

export function WithoutClasses({ view }: { view: RunView }) {
  return <p className={styles.without}>{REASONS[view]}</p>;
}
