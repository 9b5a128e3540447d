import { Button } from '@mantine/core';
import { useRef, type ReactNode } from 'react';
import type { Choice } from '../../../annotation/adjudication.ts';
import type { SpanType } from '../../../annotation/set.ts';
import { choose, editOwn, showConflict, resetDecision } from '../../actions/agreement.ts';
import { formatCount } from '../../format.ts';
import { useAgreementStore, type FoundAgreement } from '../../stores/agreement.ts';
import { Icon } from '../../ui/Icon.tsx';
import { conflictView, decidedCount, type ConflictView, type DrawnSentence } from './agreement.ts';
import styles from './Agreement.module.css';
import { Key } from './Key.tsx';
import { OwnReading } from './OwnReading.tsx';
import { ReadingText } from './ReadingText.tsx';
import { useAgreementKeys } from './use-agreement-keys.ts';

/** The conflicts between two annotations, one at a time: choose the first, the second, or edit the spans. */
export function Adjudication({ found }: { found: FoundAgreement }) {
  const { choices, own, current, editing } = useAgreementStore();
  const region = useRef<HTMLElement>(null);
  useAgreementKeys(region);
  const conflict = found.conflicts[current];
  if (conflict === undefined) return null;
  const { conflicts, names, types } = found;
  const view = conflictView(found, conflict, { choices, own });
  return (
    <section ref={region} className={styles.conflict} aria-label="Differences" data-keeps-focus>
      <header className={styles.head}>
        <h3>
          Difference {formatCount(current + 1)} of {formatCount(conflicts.length)}
        </h3>
        <output aria-label="Resolved" className={styles.dim}>
          {formatCount(decidedCount(found, { choices, own }))} of {formatCount(conflicts.length)} resolved
        </output>
        <span className={styles.dim}>
          {view.file}, line {formatCount(view.line)}
        </span>
        <Button aria-label="Previous difference" rightSection={<Key>↑</Key>} onClick={() => showConflict(-1)}>
          <Icon name="previous" size={12} />
        </Button>
        <Button aria-label="Next difference" rightSection={<Key>↓</Key>} onClick={() => showConflict(1)}>
          <Icon name="next" size={12} />
        </Button>
      </header>
      {editing === undefined ? (
        <Readings view={view} names={names} types={types} />
      ) : (
        <OwnReading sentence={view.whole} types={types} editing={editing} />
      )}
    </section>
  );
}

const NOTHING = 'no entity here';

function Readings({
  view,
  names,
  types,
}: {
  view: ConflictView;
  names: readonly string[];
  types: readonly SpanType[];
}) {
  const { sides, result, decision } = view;
  const side = (choice: Choice, index: number, key: string) => (
    <Reading
      name={names[index]!}
      sentence={sides[index]!}
      types={types}
      isChosen={decision === choice}
      button={
        <Button
          aria-label={`Use ${names[index]}`}
          aria-pressed={decision === choice}
          rightSection={<Key>{key}</Key>}
          onClick={() => choose(choice)}
        >
          Use this
        </Button>
      }
    />
  );
  return (
    <>
      <div className={styles.sides}>
        {side('first', 0, '←')}
        {side('second', 1, '→')}
      </div>
      <Reading
        name={decision === undefined ? 'Result: what both agree on' : 'Result'}
        sentence={result}
        types={types}
        isChosen={decision === 'own'}
        button={
          <>
            {decision !== undefined && (
              <Button aria-label="Reset the decision" rightSection={<Key>U</Key>} onClick={resetDecision}>
                Reset
              </Button>
            )}
            <Button aria-label="Edit the result" rightSection={<Key>O</Key>} onClick={editOwn}>
              Edit…
            </Button>
          </>
        }
      />
    </>
  );
}

interface ReadingProps {
  name: string;
  sentence: DrawnSentence;
  types: readonly SpanType[];
  isChosen: boolean;
  button: ReactNode;
}

function Reading({ name, sentence, types, isChosen, button }: ReadingProps) {
  return (
    <article className={styles.reading} aria-label={name} data-chosen={isChosen || undefined}>
      <header className={styles.readingHead}>
        <h4>{name}</h4>
        {sentence.spans.length === 0 && <span className={styles.dim}>{NOTHING}</span>}
        <span className={styles.buttons}>{button}</span>
      </header>
      <ReadingText sentence={sentence} types={types} />
    </article>
  );
}
