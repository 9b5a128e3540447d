import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { AnnotatedSentence, AnnotationSet } from '../../../../annotation/sets/set.ts';
import type { Suggestion } from '../../../../annotation/spans/suggestions.ts';
import { rangeOf } from '../spans/selection.ts';
import { TypeButtons } from '../spans/TypeButtons.tsx';
import { useAnnotationStore } from '../store.ts';
import { markSelection } from './actions.ts';
import { SPAN } from './commands.ts';
import { DeskButton } from './DeskButton.tsx';
import { describeSelected, selectedIn } from './selected.ts';
import shared from '../../../look/text.module.css';
import styles from './SelectionBar.module.css';

interface SelectionBarProps {
  set: AnnotationSet;
  sentence: AnnotatedSentence;
  suggested: readonly Suggestion[];
}

/** The selection, and the types that it can get. Its height does not depend on the selection. */
export function SelectionBar({ set, sentence, suggested }: SelectionBarProps) {
  const selection = useAnnotationStore((store) => store.selection);
  const selected = useMemo(() => selectedIn(sentence, suggested, rangeOf(selection)), [sentence, suggested, selection]);
  const { span } = selected;
  const description = describeSelected(selected);
  return (
    <div className={styles.bar} data-keeps-focus>
      <p className={styles.selected} dir="auto">
        <q>{selected.words}</q>
        <span className={shared.dim} title={description}>
          {description}
        </span>
      </p>
      <TypeButtons types={set.types} chosen={span?.isSuggested ? undefined : span?.type} mark={markSelection} />
      <div className={styles.actions} data-idle={span === undefined || undefined}>
        {span?.isSuggested && <DeskButton command={SPAN.accept}>Accept this</DeskButton>}
        <DeskButton command={SPAN.remove}>{span?.isSuggested ? 'Refuse' : 'Remove'}</DeskButton>
        <Button.Group aria-label="End of the span">
          <DeskButton command={SPAN.shrinkByWord}>− word</DeskButton>
          <DeskButton command={SPAN.growByWord}>+ word</DeskButton>
        </Button.Group>
        <Button.Group aria-label="End of the span, by characters">
          <DeskButton command={SPAN.shrinkByCharacter} rightSection={undefined}>
            − char
          </DeskButton>
          <DeskButton command={SPAN.growByCharacter} rightSection={undefined}>
            + char
          </DeskButton>
        </Button.Group>
        <DeskButton command={SPAN.markAll} />
      </div>
    </div>
  );
}
