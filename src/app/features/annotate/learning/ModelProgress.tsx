import { SegmentedControl } from '@mantine/core';
import { useEffect } from 'react';
import { annotationLearner } from './actions.ts';
import { filesIncluded, useAnnotationLearningStore } from './store.ts';
import { orderChosen, useAnnotationStore } from '../store.ts';
import shared from '../../../look/text.module.css';
import { useWorkspaceStore } from '../../../stores/workspace.ts';
import styles from './ModelProgress.module.css';
import { paceOf } from '../../../../annotation/queue/pace.ts';
import type { AnnotationSet } from '../../../../annotation/sets/set.ts';
import { selectTrainingFiles } from './sources.ts';
import { curvePath, forecastText, learningText, paceText, qualityText } from './progress.ts';

const MODELLED =
  'From the last sentences that you accepted one by one, without pauses of more than two minutes. Modelled: 0.25 s to read a token, and 1.6 s to accept.';

const CURVE = { width: 240, height: 40 };

/** Status of the model that is trained on the set, and its quality on the set-aside sentences. */
export function ModelProgress({ set, accepted }: { set: AnnotationSet; accepted: number }) {
  const learning = useAnnotationLearningStore();
  const hasFiles = useWorkspaceStore((workspace) => selectTrainingFiles(workspace, set.name)) !== '';
  useEffect(() => annotationLearner.watch(), []);
  const { result, curve } = learning;
  const quality = qualityText(result);
  const work = useAnnotationStore((store) => store.work);
  const pace = paceOf(work, set.sentences);
  const took = paceText(pace, set.sentences);
  const path = curvePath(curve, CURVE);
  return (
    <section className={styles.model} aria-labelledby="annotation-model">
      <h3 id="annotation-model">Model</h3>
      <output aria-label="Model status" className={shared.dim}>
        {learningText({ ...learning, withFiles: hasFiles && learning.withFiles }, accepted)}
      </output>
      {quality !== undefined && (
        <p
          className={result?.quality ? undefined : shared.dim}
          title="A random tenth of the sentences is annotated without suggestions. Neither this model nor “Use as training data” trains on them; exports contain them."
        >
          {quality}
        </p>
      )}
      {path !== undefined && (
        <svg viewBox={`0 0 ${CURVE.width} ${CURVE.height}`} className={styles.curve} aria-hidden="true">
          <path d={path} fill="none" stroke="var(--accent)" strokeWidth="1.5" />
        </svg>
      )}
      {result?.quality && <p className={shared.dim}>{forecastText(result.forecast, pace)}</p>}
      {took !== undefined && (
        <p className={shared.dim} title={MODELLED}>
          {took}
        </p>
      )}
      {hasFiles && (
        <label className={styles.withFiles}>
          <input
            type="checkbox"
            checked={learning.withFiles}
            onChange={(event) => filesIncluded(event.currentTarget.checked)}
          />
          Also learn from the loaded training files
        </label>
      )}
    </section>
  );
}

/** The order of the sentences. */
export function OrderChoice() {
  const isDocumentOrder = useAnnotationStore((store) => store.isDocumentOrder);
  const hasQueue = useAnnotationStore(({ queue }) => queue !== undefined);
  if (!hasQueue) return null;
  return (
    <SegmentedControl
      aria-label="Order of the sentences"
      data={[
        { value: 'useful', label: 'Most useful' },
        { value: 'text', label: 'Text order' },
      ]}
      value={isDocumentOrder ? 'text' : 'useful'}
      onChange={(value) => orderChosen(value === 'text')}
    />
  );
}
