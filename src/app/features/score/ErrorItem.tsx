import { Button } from '@mantine/core';
import { useId } from 'react';
import type { EntityError, ErrorSentence } from '../../../eval/errors.ts';
import { formatCount } from '../../look/format.ts';
import { explainAt, trySentence } from '../../ui/navigation.ts';
import { EntityText } from '../../ui/entity/EntityText.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { errorContext, errorInWords, errorOffset, seenInWords, sentenceText, type ListedSentence } from './errors.ts';
import styles from './Errors.module.css';

/** A sentence with its errors: gold and predicted. */
export function ErrorItem({ listed, ofClasses }: { listed: ListedSentence; ofClasses: boolean }) {
  const id = useId();
  const { sentence, errors } = listed;
  const { text, gold, predicted } = errorContext(listed);
  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <p id={id} className={styles.hint}>
          Line {formatCount(sentence.line)}
        </p>
        <Button aria-describedby={id} onClick={() => trySentence(sentenceText(sentence))}>
          Try it
        </Button>
      </div>
      {ofClasses ? (
        <p>
          <strong>
            {errors[0]?.gold?.type} as {errors[0]?.predicted?.type}
          </strong>
          : {sentenceText(sentence)}
        </p>
      ) : (
        <>
          <div className={styles.found}>
            {errors.map((error) => (
              <ErrorLine key={`${error.gold?.start} ${error.predicted?.start}`} sentence={sentence} error={error} />
            ))}
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
        </>
      )}
    </li>
  );
}

function ErrorLine({ sentence, error }: { sentence: ErrorSentence; error: EntityError }) {
  const id = useId();
  return (
    <p>
      <strong id={id}>{errorInWords(error)}</strong> <span className={styles.hint}>{seenInWords(error)}</span>{' '}
      <LinkButton aria-describedby={id} onClick={() => explainAt(sentenceText(sentence), errorOffset(sentence, error))}>
        Explain
      </LinkButton>
    </p>
  );
}
