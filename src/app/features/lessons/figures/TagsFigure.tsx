import { useState } from 'react';
import { readTags } from '../../../../lessons/figures/overlap.ts';
import styles from '../Lessons.module.css';
import { NumberTable } from '../NumberTable.tsx';
import { useSay } from '../use-say.ts';
import { Result } from './CrfFigure.tsx';
import { ResetRow } from './ResetRow.tsx';
import { TagSelect } from './TagSelect.tsx';

/** A sentence whose tags can be changed: what each tag says, and which entities they make. */
export function TagsFigure() {
  const { t, language } = useSay();
  return <Sentence key={language} text={t('figure.tags.sentence')} />;
}

function Sentence({ text }: { text: string }) {
  const { t } = useSay();
  const words = text.split(' ').map((word) => word.split('/'));
  const tokens = words.map(([token]) => token!);
  const first = words.map(([, tag]) => tag!);
  const [tags, setTags] = useState(first);
  const { spans, invalid } = readTags(tags);
  return (
    <>
      <NumberTable
        caption={t('figure.tags.caption')}
        columns={[t('label.word'), t('label.tag'), t('figure.tags.meaning')]}
        rows={tokens.map((token, i) => ({
          head: token,
          cells: [
            <TagSelect key="tag" token={token} tag={tags[i]!} onChange={(tag) => setTags(tags.with(i, tag))} />,
            invalid.includes(i)
              ? t('figure.tags.invalid', { tag: tags[i]! })
              : t(meaningOf(tags[i]!), { type: t(typeOf(tags[i]!)) }),
          ],
          isBad: invalid.includes(i),
        }))}
        classOf={(column) => (column === 1 ? styles.words : undefined)}
      />
      <dl className={styles.results}>
        <Result name={t('figure.tags.entities')}>
          {spans.length === 0
            ? t('label.none')
            : spans.map(({ start, end, type }) => `${tokens.slice(start, end).join(' ')} (${type})`).join(', ')}
        </Result>
      </dl>
      <ResetRow isFirst={tags === first || tags.join() === first.join()} onReset={() => setTags(first)} />
    </>
  );
}

function meaningOf(tag: string) {
  if (tag === 'O') return 'figure.tags.outside';
  return tag.startsWith('B') ? 'figure.tags.begin' : 'figure.tags.inside';
}

function typeOf(tag: string) {
  if (tag.endsWith('PER')) return 'type.person';
  return tag.endsWith('ORG') ? 'type.organisation' : 'type.place';
}
