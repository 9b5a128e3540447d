import { NativeSelect, TextInput } from '@mantine/core';
import { Fragment, useMemo, useState, type ReactNode } from 'react';
import type { ScoredSentence } from '../../../../insight/sentence.ts';
import { fewerTags } from '../../../../lessons/figures/fewer-tags.ts';
import type { Inspection } from '../../../../tagging/explain/inspect.ts';
import type { ModelInfo } from '../../../../workers/wire/payloads.ts';
import { selectModel, useWorkspaceStore } from '../../../stores/workspace.ts';
import { ask } from '../../../trainer/bridge.ts';
import { query, useQuery } from '../../../trainer/query.ts';
import styles from '../Lessons.module.css';
import { useSay } from '../use-say.ts';

/** What a figure has room for. */
const MOST_WORDS = 8;
const MOST_TAGS = 5;

interface OwnModelProps {
  /** The sentence of the lesson, with its numbers. */
  example: ScoredSentence;
  /** Draws that sentence, or one with the numbers of the model in use. */
  children: (sentence: ScoredSentence) => ReactNode;
}

/** Whether a figure has the numbers of the lesson or those of the model in use, if that has a CRF. */
export function OwnModel({ example, children }: OwnModelProps) {
  const { t } = useSay();
  const model = useWorkspaceStore(selectModel);
  const [isOwn, setOwn] = useState(false);
  const [text, setText] = useState(() => example.tokens.join(' '));
  if (model === undefined) return children(example);
  if (model.predicts === 'classes' || model.config.decoder !== 'crf')
    return (
      <>
        <p className={styles.quiet}>{t('figure.model.unfit')}</p>
        {children(example)}
      </>
    );
  return (
    <>
      <div className={styles.row}>
        <NativeSelect
          label={t('figure.model.numbers')}
          data={[
            { value: 'lesson', label: t('figure.model.lesson') },
            { value: 'own', label: t('figure.model.own', { name: model.name }) },
          ]}
          value={isOwn ? 'own' : 'lesson'}
          onChange={(event) => setOwn(event.currentTarget.value === 'own')}
        />
        {isOwn && (
          <TextInput
            dir="auto"
            className={styles.wideField}
            label={t('label.sentence')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </div>
      {isOwn ? (
        <Inspected model={model} text={text.trim()}>
          {children}
        </Inspected>
      ) : (
        children(example)
      )}
    </>
  );
}

interface InspectedProps extends Pick<OwnModelProps, 'children'> {
  model: ModelInfo;
  text: string;
}

/** A sentence with the scores of the model in use. While another one is asked, the last stays. */
function Inspected({ model: { id }, text, children }: InspectedProps) {
  const { t } = useSay();
  const [question] = useState(() => query((asked: { text: string }, signal) => ask('inspect', asked, signal)));
  const key = useMemo(() => (text === '' ? undefined : { text, model: id }), [text, id]);
  const answer = useQuery(question, key);
  const inspection = answer.phase === 'done' ? answer.value : answer.earlier;
  const fitted = useMemo(() => inspection && fitOf(inspection), [inspection]);
  if (answer.phase === 'failed') return <p className={styles.quiet}>{answer.error.message}</p>;
  if (key === undefined || (inspection !== undefined && fitted === undefined))
    return <p className={styles.quiet}>{t('figure.model.room', { most: MOST_WORDS })}</p>;
  if (inspection === undefined || fitted === undefined) return <p className={styles.quiet}>{t('lessons.loading')}</p>;
  const { sentence, share } = fitted;
  const [shown, all] = [sentence.tags.length, inspection.tags.length];
  return (
    <>
      {/* Of another sentence, nothing is edited or selected. */}
      <Fragment key={`${inspection.model} ${sentence.tokens.join(' ')} ${sentence.tags.join(' ')}`}>
        {children(sentence)}
      </Fragment>
      <p className={styles.quiet}>
        {t('figure.model.same')} {shown < all && <Share shown={shown} all={all} share={share} />}{' '}
        {sentence.tags.some((tag) => /^[SE]-/.test(tag)) && t('figure.model.scheme')}
      </p>
    </>
  );
}

function Share({ shown, all, share }: { shown: number; all: number; share: number }) {
  const { t, probability } = useSay();
  return t('figure.model.tags', { shown, all, share: probability(share) });
}

/** Undefined: the figure has no room for it. */
function fitOf({ sentences, tags, scores, illegal, isConstrained }: Inspection) {
  const [only] = sentences;
  if (only === undefined || sentences.length > 1 || only.tokens.length > MOST_WORDS) return undefined;
  return fewerTags({ ...only, tags, scores, illegal, isConstrained }, MOST_TAGS);
}
