import { Button, NativeSelect } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { isForbidden, learnedScore, withEmission, withLegality, withStep } from '../../../../../insight/edits.ts';
import { stepName } from '../../../../../insight/sentence.ts';
import type { Trellis } from '../../../../../insight/trellis.ts';
import { sentenceEdited, useInsideStore } from '../../../../stores/inside.ts';
import { ScoreField } from '../../../../ui/controls/ScoreField.tsx';
import { scoreText } from '../../drawing/numbers.ts';
import styles from '../../Inside.module.css';

interface ScoreEditorProps {
  trellis: Trellis;
  /** The explained cell; `tag` is undefined at END. */
  cell: { t: number; tag: number | undefined };
  /** The tag that the best step into the cell comes from; undefined: START. */
  best: number | undefined;
}

/** Changes the emission of the explained cell, and the transitions into it, on a copy of the sentence. */
export function ScoreEditor({ trellis: { sentence, K, T }, cell: { t, tag }, best }: ScoreEditorProps) {
  const isEdited = useInsideStore(({ edited }) => edited !== undefined);
  const [chosen, setChosen] = useState(best);
  const { tokens, tags, emissions, isConstrained } = sentence;
  const step = { from: t === 0 ? undefined : chosen, to: tag };
  const name = stepName(tags, step);
  return (
    <fieldset className={styles.editor}>
      <legend>What if?</legend>
      {tag !== undefined && t < T && (
        <Labelled label={`Emission of ${tokens[t]}, ${tags[tag]}`}>
          <ScoreField
            label={`Emission of ${tokens[t]}, ${tags[tag]}`}
            value={emissions[t * K + tag]!}
            text={scoreText}
            least={-100}
            most={100}
            onChange={(score) => sentenceEdited(withEmission(sentence, t * K + tag, score))}
          />
        </Labelled>
      )}
      {t > 0 && (
        <NativeSelect
          label="Step from"
          data={tags.map((other, k) => ({ value: String(k), label: other }))}
          value={String(chosen)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      <Labelled label={name}>
        <ScoreField
          label={`Transition ${name}`}
          value={learnedScore(sentence, step)}
          text={scoreText}
          least={-100}
          most={100}
          onChange={(score) => sentenceEdited(withStep(sentence, step, score))}
        />
      </Labelled>
      {isConstrained && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={!isForbidden(sentence, step)}
            onChange={(event) => sentenceEdited(withLegality(sentence, step, event.currentTarget.checked))}
          />
          allowed
        </label>
      )}
      <Button disabled={!isEdited} onClick={() => sentenceEdited(undefined)}>
        Reset scores
      </Button>
      <span className={styles.small} aria-live="polite">
        {isEdited &&
          'Changed: the figures down to Softmax and CRF follow. Those below ask the model, which stays as it is.'}
      </span>
    </fieldset>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.labelled}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}
