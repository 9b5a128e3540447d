import { SegmentedControl } from '@mantine/core';
import { useEffect } from 'react';
import { annotationLearner } from '../../actions/annotation-learning.ts';
import { trainingFileName } from '../../actions/annotation-sets.ts';
import { filesIncluded, useAnnotationLearningStore } from '../../stores/annotation-learning.ts';
import { orderChosen, selectSet, useAnnotationStore } from '../../stores/annotation.ts';
import { selectFiles, useWorkspaceStore } from '../../stores/workspace.ts';
import styles from './Annotate.module.css';
import { curvePath, forecastText, learningText, qualityText } from './learning.ts';

const CURVE = { width: 240, height: 40 };

/** Status of the model that is trained on the set, and its quality on the set-aside sentences. */
export function ModelProgress({ accepted }: { accepted: number }) {
  const learning = useAnnotationLearningStore();
  const ownFile = useAnnotationStore((store) => trainingFileName(selectSet(store)?.name ?? ''));
  const hasFiles = useWorkspaceStore(selectFiles).some(({ role, name }) => role === 'train' && name !== ownFile);
  useEffect(() => annotationLearner.watch(), []);
  const { result, curve } = learning;
  const quality = qualityText(result);
  const path = curvePath(curve, CURVE);
  return (
    <section className={styles.model} aria-labelledby="annotation-model">
      <h3 id="annotation-model">Model</h3>
      <output aria-label="Model status" className={styles.dim}>
        {learningText(learning, accepted)}
      </output>
      {quality !== undefined && (
        <p
          className={result?.quality ? undefined : styles.dim}
          title="A random tenth of the sentences is annotated without suggestions and never used for training."
        >
          {quality}
        </p>
      )}
      {path !== undefined && (
        <svg viewBox={`0 0 ${CURVE.width} ${CURVE.height}`} className={styles.curve} aria-hidden="true">
          <path d={path} fill="none" stroke="var(--accent)" strokeWidth="1.5" />
        </svg>
      )}
      {result?.quality && <p className={styles.dim}>{forecastText(result.forecast)}</p>}
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
