import { Button } from '@mantine/core';
import { useId } from 'react';
import { EntityText } from '../../ui/EntityText.tsx';
import { errorContext, errorInWords, placeOf, sentenceText, type ListedError } from './derive.ts';
import styles from './Errors.module.css';
import { trySentence } from '../../navigation.ts';

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
        <Button aria-describedby={id} onClick={() => trySentence(sentenceText(sentence))}>
          Try it
        </Button>
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
