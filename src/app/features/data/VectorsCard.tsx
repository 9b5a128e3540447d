import { Suspense } from 'react';
import { part } from '../../ui/part.tsx';
import { chooseVectors } from '../../files/update-file.ts';
import type { Coverage } from '../../../data/vectors/coverage.ts';
import type { VectorsFile } from '../../../workers/wire/payloads.ts';
import { formatCount, formatCounted } from '../../look/format.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { cardToggled } from '../../stores/view.ts';
import { selectIsReading, useWorkspaceStore } from '../../stores/workspace.ts';
import { settingChanged, useRecipeStore } from '../../stores/recipe.ts';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { InlineSelect } from '../../ui/controls/InlineSelect.tsx';
import { ShareBar } from '../../ui/ShareBar.tsx';
import { Card } from './Card.tsx';
import shared from '../../look/text.module.css';
import styles from './Data.module.css';
import { coverageOf, vectorsLine, vectorsProblem } from './cards.ts';
import { ProblemList } from './ProblemList.tsx';

const VectorsForm = part(async () => (await import('./VectorsForm.tsx')).VectorsForm);

/** Pretrained vectors, and how much of the training data they cover. */
export function VectorsCard({ vectors }: { vectors: VectorsFile }) {
  const { id, name, archive, isChosen, reading, problems, moreProblems } = vectors;
  const lowercase = useRecipeStore(({ recipe }) => recipe.config.lowercase);
  const isActive = useRunStore(selectIsActive);
  const isReading = useWorkspaceStore(selectIsReading);
  const coverage = vectors.coverage?.[lowercase ? 'lowercase' : 'asWritten'];
  const line = coverageOf(coverage);
  const notes = problems.filter(({ kind }) => kind === 'form');
  // What was read of an archive is in the choice of its file.
  const others = problems.filter(({ kind }) => kind !== 'form' && kind !== 'archive');
  const warning = vectorsProblem(coverage);
  const aboutCase = lowercase ? vectors.coverage?.warning : undefined;
  const lookUpAsWritten = () => {
    settingChanged('lowercase', false);
    cardToggled(id, true); // shows the new coverage
  };
  return (
    <Card
      id={id}
      name={name}
      isUrgent={
        problems.length > 0 ||
        warning !== undefined ||
        aboutCase !== undefined ||
        (archive !== undefined && isChosen === false)
      }
      actions={
        <span className={styles.kind} title="Word vectors">
          {formatCounted(vectors.words, 'word')}
        </span>
      }
    >
      <p>{vectorsLine(vectors)}</p>
      {notes.map(({ message }) => (
        <p key={message} className={shared.quiet}>
          {message}
        </p>
      ))}
      {archive && (
        <p className={styles.reading}>
          Read from
          <InlineSelect
            label={`File of ${name}`}
            options={archive.names.map((value) => ({ value, label: value }))}
            value={archive.chosen}
            isDisabled={isActive || isReading}
            onChange={(entry) => void chooseVectors(id, { entry })}
          />
        </p>
      )}
      {reading !== undefined && (
        <Suspense>
          <VectorsForm id={id} name={name} reading={reading} isFixed={isActive || isReading} />
        </Suspense>
      )}
      {warning !== undefined && <p className={styles.warning}>{warning}</p>}
      {aboutCase !== undefined && (
        <p className={styles.warning}>
          {aboutCase}{' '}
          <LinkButton disabled={isActive} onClick={lookUpAsWritten}>
            Look words up as written
          </LinkButton>
        </p>
      )}
      {line && (
        <details className={styles.coverage}>
          <summary>
            {line.types} of words, {line.tokens} of tokens known
          </summary>
          <p className={shared.quiet}>{line.how}</p>
          <Misses misses={coverage?.misses ?? []} />
        </details>
      )}
      {line && <ShareBar share={line.share} />}
      <ProblemList problems={others} more={moreProblems} />
    </Card>
  );
}

function Misses({ misses }: { misses: Coverage['misses'] }) {
  if (misses.length === 0) return null;
  return (
    <>
      <p aria-hidden="true">Most frequent without a vector:</p>
      {/* A scrolling list is focusable, so that it can be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className={styles.misses} tabIndex={0} aria-label="Most frequent words without a vector">
        {misses.map(({ word, count }) => (
          <li key={word}>
            {word} <span className={shared.quiet}>{formatCount(count)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
