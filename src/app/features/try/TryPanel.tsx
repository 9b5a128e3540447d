import { Button, Kbd, Textarea, VisuallyHidden } from '@mantine/core';
import { textTyped, useSentenceStore } from '../../stores/sentence.ts';
import { valueOf } from '../../trainer/query.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { explainAt, goToInside, SENTENCE_BOX } from '../../ui/navigation.ts';
import { usePerToken } from './per-token.ts';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { EntityText } from '../../ui/entity/EntityText.tsx';
import { lettersOfSentenceInWords } from '../../ui/unknown-letters.ts';
import { Panel } from '../../ui/Panel.tsx';
import { asConll, asJson, foundEntities, foundInWords, markedEntities, otherReadings } from './entities.ts';
import { tagging, type Tagged } from './tagging.ts';
import { EntityList } from './EntityList.tsx';
import { OtherReadings } from './OtherReadings.tsx';
import { Threshold } from './Threshold.tsx';
import styles from './Try.module.css';

/** The sentence box: text is tagged as it is typed, also during training. */
export function TryPanel() {
  const text = useSentenceStore((store) => store.text);
  return (
    <Panel title="Try a sentence" actions={<Kbd size="xs">/</Kbd>}>
      <Textarea
        dir="auto"
        id={SENTENCE_BOX}
        aria-label="Try a sentence"
        placeholder="Angela Merkel flew from Berlin to Paris."
        classNames={{ input: styles.box ?? '' }}
        rows={3}
        spellCheck={false}
        value={text}
        onChange={(event) => textTyped(event.currentTarget.value)}
      />
      <section aria-label="Entities" className={styles.entities}>
        <Answer />
      </section>
    </Panel>
  );
}

function Answer() {
  const answer = tagging.use();
  const tagged = valueOf(answer);
  const text = useSentenceStore((store) => store.text);
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  const isActive = useRunStore(selectIsActive);
  if (answer.phase === 'failed') return <p className={styles.hint}>{answer.error.message}</p>;
  if (tagged) return <Found tagged={tagged} />;
  if (!hasModel && !isActive) return <p className={styles.hint}>Train or import a model to tag what you type here.</p>;
  return (
    <p className={styles.hint}>
      {text.trim() === '' ? 'Type or paste a text: its entities are marked as you type.' : 'Tagging…'}
    </p>
  );
}

function Found({ tagged }: { tagged: Tagged }) {
  const marked = markedEntities(tagged);
  const entities = foundEntities(tagged);
  const unknown = lettersOfSentenceInWords(tagged.result.unknownLetters);
  const isPerToken = usePerToken();
  const readings = otherReadings(tagged);
  return (
    <>
      <VisuallyHidden aria-live="polite">{foundInWords(entities)}</VisuallyHidden>
      {unknown !== undefined && <p className={styles.warning}>{unknown}</p>}
      <EntityText text={tagged.text} entities={marked} />
      {entities.length === 0 && <p className={styles.hint}>No entities.</p>}
      {entities.length > 0 && !isPerToken && (
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
