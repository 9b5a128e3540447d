import { Button } from '@mantine/core';
import { memo, useId } from 'react';
import type { CheckedFinding } from '../../../workers/wire/annotation.ts';
import { formatCount, formatProbability } from '../../look/format.ts';
import { findingDecided, type Decision } from './check.ts';
import { EntityText } from '../../ui/entity/EntityText.tsx';
import { DECISIONS, findingContext, KIND_NAMES } from './findings.ts';
import shared from '../../look/text.module.css';
import styles from './LabelCheck.module.css';

interface FindingItemProps {
  /** Of the checked file. */
  reading: string;
  index: number;
  finding: CheckedFinding;
  decision: Decision | undefined;
  /** Number of other identical findings. */
  alike: number;
}

/** A doubtful label in its sentence, with both readings and the decision. */
export const FindingItem = memo(function FindingItem({ reading, index, finding, decision, alike }: FindingItemProps) {
  const id = useId();
  const { text, labelled, suggested } = findingContext(finding);
  return (
    <li className={styles.item} data-decision={decision}>
      <div className={styles.head}>
        <p id={id}>
          <strong>{KIND_NAMES[finding.kind]}</strong>{' '}
          <span className={shared.quiet}>
            line {formatCount(finding.line)}
            {alike > 0 && `, ${formatCount(alike)} identical`}
          </span>
        </p>
        <div className={styles.decisions}>
          {DECISIONS.map(({ decision: own, label, title }) => (
            <Button
              key={own}
              title={title}
              aria-describedby={id}
              aria-pressed={decision === own}
              className={styles.decision ?? ''}
              onClick={() => findingDecided(reading, index, own)}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
      <dl className={styles.sides}>
        <dt>Labelled</dt>
        <dd>
          <EntityText text={text} entities={labelled} />
          {labelled.length === 0 && <NoEntity probability={finding.labelledProbability} />}
        </dd>
        <dt>Models</dt>
        <dd>
          <EntityText text={text} entities={suggested} />
          {suggested.length === 0 && <NoEntity probability={finding.suggestedProbability} />}
        </dd>
      </dl>
    </li>
  );
});

function NoEntity({ probability }: { probability: number }) {
  return <span className={shared.quiet}>no entity {formatProbability(probability)}</span>;
}
