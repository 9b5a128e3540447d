import { Button } from '@mantine/core';
import { useMemo } from 'react';
import type { AnnotatedSentence, AnnotationSet } from '../../../annotation/set.ts';
import type { Suggestion } from '../../../annotation/suggestions.ts';
import {
  markSelection,
  removeSelected,
  resizeSelected,
  reviewSelected,
  acceptSelected,
} from '../../actions/annotation.ts';
import { formatProbability } from '../../format.ts';
import { selectedRange, useAnnotationStore } from '../../stores/annotation.ts';
import styles from './Annotate.module.css';
import { selectedIn, type Selected } from './derive.ts';
import { Key } from './Key.tsx';
import { TypeButton } from './TypeButton.tsx';

interface SelectionBarProps {
  set: AnnotationSet;
  sentence: AnnotatedSentence;
  suggested: readonly Suggestion[];
}

/** The selection, and the types that it can get. Its height does not depend on the selection. */
export function SelectionBar({ set, sentence, suggested }: SelectionBarProps) {
  const anchor = useAnnotationStore((store) => store.anchor);
  const focus = useAnnotationStore((store) => store.focus);
  const selected = useMemo(
    () => selectedIn(sentence, suggested, selectedRange({ anchor, focus })),
    [sentence, suggested, anchor, focus],
  );
  const { span } = selected;
  const description = describe(selected);
  return (
    <div className={styles.selection} data-keeps-focus>
      <p className={styles.selected} dir="auto">
        <q>{selected.words}</q>
        <span className={styles.dim} title={description}>
          {description}
        </span>
      </p>
      <fieldset className={styles.types} aria-label="Types">
        {set.types.map((type) => (
          <TypeButton
            key={type.name}
            type={type}
            isChosen={span?.type === type.name && !span.isSuggested}
            onMark={markSelection}
          />
        ))}
      </fieldset>
      <div className={styles.spanActions} data-idle={span === undefined || undefined}>
        {span?.isSuggested && (
          <Button aria-label="Accept this suggestion" rightSection={<Key>Space</Key>} onClick={acceptSelected}>
            Accept this
          </Button>
        )}
        <Button aria-label="Remove" disabled={!span} rightSection={<Key>⌫</Key>} onClick={removeSelected}>
          {span?.isSuggested ? 'Refuse' : 'Remove'}
        </Button>
        <Button.Group aria-label="End of the span">
          <Button disabled={!span} aria-label="Shrink by a word" onClick={() => resizeSelected('end', -1, 'token')}>
            − word
          </Button>
          <Button disabled={!span} aria-label="Grow by a word" onClick={() => resizeSelected('end', 1, 'token')}>
            + word
          </Button>
        </Button.Group>
        <Button.Group aria-label="End of the span, by characters">
          <Button
            disabled={!span}
            aria-label="Shrink by a character"
            onClick={() => resizeSelected('end', -1, 'character')}
          >
            − char
          </Button>
          <Button
            disabled={!span}
            aria-label="Grow by a character"
            onClick={() => resizeSelected('end', 1, 'character')}
          >
            + char
          </Button>
        </Button.Group>
        <Button
          aria-label="Mark all"
          disabled={!span}
          rightSection={<Key>M</Key>}
          onClick={() => reviewSelected('everywhere')}
        >
          Mark all
        </Button>
      </div>
    </div>
  );
}

function describe({ span, alternatives }: Selected): string {
  if (span === undefined) return 'not marked';
  const probability = span.probability === undefined ? '' : ` ${formatProbability(span.probability)}`;
  const rest = alternatives.length > 0 ? `; A: or ${alternatives.join(', ')}` : '';
  const state = span.isDoubtful ? ', not accepted with the sentence' : span.isSuggested ? ', suggested' : '';
  return `${span.type}${probability}${state}${rest}`;
}
