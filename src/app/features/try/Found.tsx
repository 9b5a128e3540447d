import { Button, VisuallyHidden } from '@mantine/core';
import { explainAt, goToInside, SENTENCE_BOX } from '../../ui/navigation.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { EntityText } from '../../ui/entity/EntityText.tsx';
import { lettersOfSentenceInWords } from '../../ui/unknown-letters.ts';
import { asConll, asJson, foundEntities, foundInWords, markedEntities, otherReadings } from './entities.ts';
import { useModelKind } from '../../stores/tag-kind.ts';
import { FoundClass } from './FoundClass.tsx';
import { EntityList } from './EntityList.tsx';
import { OtherReadings } from './OtherReadings.tsx';
import { SpellingWarning } from './SpellingWarning.tsx';
import type { Tagged } from './tagging.ts';
import { Threshold } from './Threshold.tsx';
import styles from './Try.module.css';

/** A tagged text: its entities, how probable they are, and what else it might say. */
export function Found({ tagged }: { tagged: Tagged }) {
  const marked = markedEntities(tagged);
  const entities = foundEntities(tagged);
  const unknown = lettersOfSentenceInWords(tagged.result.unknownLetters);
  const kind = useModelKind();
  const readings = otherReadings(tagged);
  if (kind === 'classes') return <FoundClass tagged={tagged} />;
  return (
    <>
      <VisuallyHidden aria-live="polite">{foundInWords(entities)}</VisuallyHidden>
      {unknown !== undefined && <p className={styles.warning}>{unknown}</p>}
      <SpellingWarning tagged={tagged} />
      <EntityText text={tagged.text} entities={marked} />
      {entities.length === 0 && <p className={styles.hint}>No entities.</p>}
      {entities.length > 0 && kind === 'entities' && (
        <EntityList entities={entities} explain={(i) => explainAt(tagged.text, marked[i]!.start)} />
      )}
      {marked.length > 0 && <Threshold />}
      {readings.length > 0 && <OtherReadings readings={readings} />}
      <div className={styles.copies}>
        <Button
          title="How the model decides on these tags: emissions, trellis, probabilities. If a word is selected in the box, for that word."
          onClick={() => explainSelected(tagged.text)}
        >
          Explain
        </Button>
        <CopyButton name="JSON" value={() => asJson(tagged)} />
        <CopyButton name="CoNLL" value={() => asConll(tagged.result)} />
      </div>
    </>
  );
}

/** Explains the word that is selected in the box, or else the whole sentence. */
function explainSelected(text: string): void {
  const box = document.getElementById(SENTENCE_BOX);
  const isSelected = box instanceof HTMLTextAreaElement && box.value === text && box.selectionStart < box.selectionEnd;
  if (isSelected) explainAt(text, box.selectionStart);
  else goToInside();
}
