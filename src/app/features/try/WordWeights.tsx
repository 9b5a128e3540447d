import type { CSSProperties } from 'react';
import { formatShare } from '../../../lib/format-share.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { ask } from '../../trainer/bridge.ts';
import { query, useQuery } from '../../trainer/query.ts';
import own from './FoundClass.module.css';
import styles from './Try.module.css';

/** The weights of a text by a model, named by its id: another model has other weights. */
const weights = query(async (key: string, signal) => ask('textWeights', { text: textIn(key) }, signal));

const keyOf = (model: number, text: string) => `${model} ${text}`;
const textIn = (key: string) => key.slice(key.indexOf(' ') + 1);

/** How much each word of the text counts, for a model with attention pooling. */
export function WordWeights({ text }: { text: string }) {
  const model = useWorkspaceStore(selectModel);
  const isShown = model?.predicts === 'classes' && model.config.pooling === 'attention';
  const answer = useQuery(weights, isShown ? keyOf(model.id, text) : undefined);
  const value = answer.phase === 'done' ? answer.value : answer.earlier;
  if (!isShown || value === undefined) return null;
  const most = Math.max(...value.words.map(({ weight }) => weight));
  return (
    <section className={styles.readings} aria-labelledby="word-weights">
      <h3 id="word-weights">Attention: how much each word counts</h3>
      <ol className={own.weights} aria-label="Weights of the words">
        {value.words.map(({ text: word, weight }, i) => (
          <li key={i} title={formatShare(weight)} style={{ '--weight': weight / most } as CSSProperties}>
            {word}
          </li>
        ))}
      </ol>
    </section>
  );
}
