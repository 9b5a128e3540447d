import { Button } from '@mantine/core';
import { textTyped } from '../../stores/sentence.ts';
import type { Tagged } from './tagging.ts';
import styles from './Try.module.css';

/** Says how the text is written otherwise than the training text, and offers to change it. */
export function SpellingWarning({ tagged: { text, result } }: { tagged: Tagged }) {
  const { otherSpelling } = result;
  if (otherSpelling === undefined) return null;
  return (
    <div className={styles.warning}>
      <p>{otherSpelling.reason}</p>
      {otherSpelling.text !== text && (
        <Button title={otherSpelling.text} onClick={() => textTyped(otherSpelling.text)}>
          {otherSpelling.offer}
        </Button>
      )}
    </div>
  );
}
