import type { FeatureWeight } from '../../../../../insight/features.ts';
import type { Features } from '../../../../../tagging/explain/features.ts';
import { Scrollable } from '../../../../ui/Scrollable.tsx';
import { DataTable, type ViewTable } from '../../../../ui/tables/DataTable.tsx';
import { detail } from '../../details.ts';
import { signedText } from '../../drawing/numbers.ts';
import styles from '../../Inside.module.css';
import { requestedFigure } from '../figure.tsx';
import { barShare, featureLists, featuresTable, featuresText, otherTag, type FeatureList } from './features.ts';

/** The width of the longest bar, in pixels. */
const BAR = 44;

/** The weights of the features of the selected token, and the highest and lowest weights of the selected tag. */
export const features = requestedFigure({
  name: 'features',
  title: 'Features',
  text: 'A feature is on or off for a word: how it is written, its prefixes and suffixes, the words around it. “[-1]” is the word before, “short” its shape with one character for each run of capitals (X), letters (x) and digits (d). Each feature has a weight for each tag, and the emission is the sum of the weights of those that are on (Lafferty 2001, Sha & Pereira 2003). Choose a word and a tag above to see what speaks for and against it.',
  stages: ['features'],
  isIn: ({ emissions }) => emissions === 'features',
  request: detail('features', ({ text, sentence, token, tag }) => ({ text, sentence, token, tag })),
  table: featuresTable,
  Draw: Drawing,
});

function Drawing({ data: found }: { data: Features }) {
  const lists = featureLists(found);
  return (
    <>
      <p aria-live="polite">
        <strong>{featuresText(found)}</strong>
      </p>
      <div className={styles.columns}>
        {lists.map((list) => (
          <Scrollable key={list.title} className={styles.scroll} label={`Table: ${list.title}`}>
            <DataTable
              table={tableOf(list, lists, found.tag)}
              label={list.title}
              className={styles.table}
              placeholder={list.placeholder}
            />
          </Scrollable>
        ))}
      </div>
    </>
  );
}

function tableOf({ title, rows }: FeatureList, lists: readonly FeatureList[], tag: string): ViewTable<FeatureWeight> {
  return {
    columns: [
      { head: title, text: ({ name }) => <bdi>{name}</bdi>, className: styles.feature },
      { head: tag, text: (row) => <Weight row={row} share={barShare(row, lists)} /> },
      { head: 'Rather', text: (row) => otherTag(row, tag) },
    ],
    rows,
  };
}

function Weight({ row: { weight }, share }: { row: FeatureWeight; share: number }) {
  return (
    <span className={styles.weight}>
      {signedText(weight)}
      <svg width={BAR} height={10} aria-hidden="true">
        <rect className={weight < 0 ? styles.negative : styles.positive} width={share * BAR} height={10} rx={2} />
      </svg>
    </span>
  );
}
