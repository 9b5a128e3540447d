import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { formatConll } from '../../../data/corpora/columns/write-conll.ts';
import type { DoubtfulSentence, FileConfidence, FileId } from '../../../workers/wire/payloads.ts';
import { chooseThreshold } from '../../keep/run-actions.ts';
import shared from '../../look/text.module.css';
import { formatCount } from '../../look/format.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { InlineSelect } from '../../ui/controls/InlineSelect.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { EntityText } from '../../ui/entity/EntityText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { trySentence } from '../../ui/navigation.ts';
import { saveFile } from '../../ui/save-file.ts';
import {
  budgetFor,
  budgetInWords,
  confidenceInWords,
  goalOf,
  goalOptions,
  ownBudgetInWords,
  reviewInWords,
  reviewText,
  toReview,
} from './confidence.ts';
import { confidence } from './scoring.ts';
import { Reliability } from './Reliability.tsx';
import styles from './Confidence.module.css';
import errors from './Errors.module.css';

/** How often entities of a given confidence are right, and which are to be reviewed. Measured on request: it takes as long as scoring. */
export function Confidence({ id }: { id: FileId | undefined }) {
  const heading = useId();
  const answer = confidence.use();
  const found = answer.phase === 'done' && answer.key === id ? answer.value : undefined;
  return (
    <section className={styles.confidence} aria-labelledby={heading}>
      <h3 id={heading}>Confidence</h3>
      {found === undefined ? (
        <p className={shared.quiet} aria-live="polite">
          {answer.phase === 'running' && 'Measuring…'}
          {answer.phase === 'failed' && answer.error.message}
          {answer.phase !== 'running' && id !== undefined && (
            <LinkButton onClick={() => void confidence.ask(id)}>
              Measure how often entities are right, by confidence
            </LinkButton>
          )}
        </p>
      ) : (
        <Found found={found} />
      )}
    </section>
  );
}

function Found({ found }: { found: FileConfidence }) {
  const model = useWorkspaceStore(selectModel);
  const [goal, setGoal] = useState('p0.95');
  const budget = budgetFor(goalOf(goal), found);
  const own = model?.threshold;
  const threshold = budget?.threshold ?? own;
  return (
    <>
      <p className={shared.quiet}>{confidenceInWords(found, model?.isCalibrated ?? false)}</p>
      {found.after.length > 0 && (
        <div className={styles.parts}>
          <Reliability found={found} />
          <div className={styles.budget}>
            <p>
              Review budget:{' '}
              <InlineSelect
                label="Review budget"
                options={goalOptions(found)}
                value={goal}
                isDisabled={false}
                onChange={setGoal}
              />
            </p>
            <p aria-live="polite">
              {budget ? budgetInWords(budget) : 'No threshold reaches this on 30 entities or more.'}
            </p>
            {budget && (
              <p>
                <Button disabled={budget.threshold === own} onClick={() => void chooseThreshold(budget.threshold)}>
                  Use this threshold
                </Button>
              </p>
            )}
            <p className={shared.quiet}>
              {own === undefined ? (
                'The model has no threshold. With one, tagged files, exported models and saved pages mark what is to be reviewed.'
              ) : (
                <>
                  The threshold of the model is {own}. {own !== budget?.threshold && ownBudgetInWords(own, found)}{' '}
                  <LinkButton onClick={() => void chooseThreshold(undefined)}>Remove it</LinkButton>
                </>
              )}
            </p>
          </div>
        </div>
      )}
      {threshold !== undefined && threshold > 0 && <ToReview found={found} threshold={threshold} />}
    </>
  );
}

/** Number of sentences shown initially, and added by each press of the button. */
const PAGE = 10;

function ToReview({ found, threshold }: { found: FileConfidence; threshold: number }) {
  const id = useId();
  const [shown, setShown] = useState(PAGE);
  const sentences = toReview(found, threshold);
  const more = Math.min(PAGE, sentences.length - shown);
  if (sentences.length === 0) return null;
  return (
    <details className={styles.review}>
      <summary id={id}>{reviewInWords(sentences.length, threshold, found)}</summary>
      <p>
        <Button
          leftSection={<Icon name="save" size={13} />}
          title="Tokens and tags of the model, to be corrected and trained on, for example in the Annotate tab"
          onClick={() => {
            const text = formatConll(sentences.map(({ tokens, tags }) => [tokens, tags]));
            saveFile(`${found.file}.to-review.conll`, text, 'text/plain');
          }}
        >
          Save to correct
        </Button>
      </p>
      <ol aria-labelledby={id}>
        {sentences.slice(0, shown).map((sentence) => (
          <ReviewItem key={sentence.line} sentence={sentence} threshold={threshold} />
        ))}
      </ol>
      {more > 0 && <Button onClick={() => setShown(shown + PAGE)}>{more} more sentences</Button>}
    </details>
  );
}

function ReviewItem({ sentence, threshold }: { sentence: DoubtfulSentence; threshold: number }) {
  const id = useId();
  const { text, marked } = reviewText(sentence, threshold);
  return (
    <li className={errors.item}>
      <div className={errors.itemHead}>
        <p id={id} className={errors.hint}>
          Line {formatCount(sentence.line)}
        </p>
        <Button aria-describedby={id} onClick={() => trySentence(text)}>
          Try it
        </Button>
      </div>
      <EntityText text={text} entities={marked} />
    </li>
  );
}
