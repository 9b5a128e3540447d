import type { ReactNode } from 'react';
import type { SpanType } from '../../../../annotation/sets/set.ts';
import { placeInWords } from '../../../../annotation/exchange/import-document.ts';
import { formatCount } from '../../../look/format.ts';
import shared from '../../../look/text.module.css';
import { CommandButton } from '../../../ui/commands/CommandButton.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import type { ShownSentence } from '../spans/segments.ts';
import { SpanText } from '../spans/SpanText.tsx';
import styles from './Adjudication.module.css';
import { decisionCommands } from './commands.ts';
import { conflictView, decidedCount, type ConflictView } from './conflict-view.ts';
import { SentenceDraft } from './SentenceDraft.tsx';
import { useAgreementStore, type ComparedAnnotations } from './store.ts';

/** The differences between two annotations, one at a time: choose the first, the second, or edit the spans. */
export function Adjudication({ compared }: { compared: ComparedAnnotations }) {
  const { choices, edited, current, draft } = useAgreementStore();
  const conflict = compared.conflicts[current];
  if (conflict === undefined) return null;
  const { conflicts, names, types } = compared;
  const decisions = { choices, edited };
  const view = conflictView(compared, conflict, decisions);
  const { previous, next } = decisionCommands(names);
  return (
    <section className={styles.conflict} aria-label="Differences" data-keeps-focus>
      <header className={styles.heading}>
        <h3>
          Difference {formatCount(current + 1)} of {formatCount(conflicts.length)}: “{view.words}”
        </h3>
        <output aria-label="Resolved" className={shared.dim}>
          {formatCount(decidedCount(compared, decisions))} of {formatCount(conflicts.length)} resolved
        </output>
        <span className={shared.dim}>
          {view.file}, {placeInWords(view)}
        </span>
        <CommandButton command={previous}>
          <Icon name="previous" size={12} />
        </CommandButton>
        <CommandButton command={next}>
          <Icon name="next" size={12} />
        </CommandButton>
      </header>
      {draft === undefined ? (
        <Versions view={view} names={names} types={types} />
      ) : (
        <SentenceDraft id={conflict.sentence} sentence={view.whole} types={types} draft={draft} />
      )}
    </section>
  );
}

interface VersionsProps {
  view: ConflictView;
  names: readonly [string, string];
  types: readonly SpanType[];
}

/** Both annotations of the sentence, and the result. */
function Versions({ view, names, types }: VersionsProps) {
  const { sides, result, decision } = view;
  const { first, second, edit, reset } = decisionCommands(names);
  return (
    <>
      <div className={styles.sides}>
        {([first, second] as const).map((command, side) => {
          const isChosen = decision === (side === 0 ? 'first' : 'second');
          return (
            <Version key={side} name={names[side]!} sentence={sides[side]!} types={types} isChosen={isChosen}>
              <CommandButton command={command} aria-pressed={isChosen}>
                Use this
              </CommandButton>
            </Version>
          );
        })}
      </div>
      <Version
        name={decision === undefined ? 'Result: what both agree on' : 'Result'}
        sentence={result}
        types={types}
        isChosen={decision === 'edited'}
      >
        {decision !== undefined && <CommandButton command={reset}>Reset</CommandButton>}
        <CommandButton command={edit}>Edit…</CommandButton>
      </Version>
    </>
  );
}

interface VersionProps {
  name: string;
  sentence: ShownSentence;
  types: readonly SpanType[];
  isChosen: boolean;
  /** Its buttons. */
  children: ReactNode;
}

function Version({ name, sentence, types, isChosen, children }: VersionProps) {
  return (
    <article className={styles.version} aria-label={name} data-chosen={isChosen || undefined}>
      <header className={styles.head}>
        <h4>{name}</h4>
        {sentence.spans.length === 0 && <span className={shared.dim}>no entity here</span>}
        <span className={styles.buttons}>{children}</span>
      </header>
      <SpanText sentence={sentence} types={types} />
    </article>
  );
}
