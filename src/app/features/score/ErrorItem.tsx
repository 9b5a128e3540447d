import { Button, Group } from '@mantine/core';
import { useId } from 'react';
import { EntityText } from '../../ui/EntityText.tsx';
import { errorContext, errorInWords, errorOffset, placeOf, sentenceText, type ListedError } from './derive.ts';
import styles from './Errors.module.css';
import { explainAt, trySentence } from '../../navigation.ts';

/** One error in its sentence: gold and predicted. */
export function ErrorItem({ listed }: { listed: ListedError }) {
  const id = useId();
  const { sentence, error } = listed;
  const { text, gold, predicted } = errorContext(listed);
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <p id={id}>
          <strong>{errorInWords(error)}</strong> <span className={styles.place}>{placeOf(listed)}</span>
        </p>
        <Group gap={4} wrap="nowrap">
          <Button aria-describedby={id} onClick={() => trySentence(sentenceText(sentence))}>
            Try it
          </Button>
          <Button aria-describedby={id} onClick={() => explainAt(sentenceText(sentence), errorOffset(listed))}>
            Explain
          </Button>
        </Group>
      </div>
      <dl className={styles.sides}>
        <dt>Gold</dt>
        <dd>
          <EntityText text={text} entities={gold} />
        </dd>
        <dt>Predicted</dt>
        <dd>
          <EntityText text={text} entities={predicted} />
        </dd>
      </dl>
    </li>
  );
}
