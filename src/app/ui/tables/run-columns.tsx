import type { ReactNode } from 'react';
import type { ScoreName } from '../../../eval/scores.ts';
import type { ViewColumn } from './DataTable.tsx';
import styles from './ResultsTable.module.css';

interface ScoreTexts<Row> {
  precision: (row: Row) => ReactNode;
  recall: (row: Row) => ReactNode;
  f1: (row: Row) => ReactNode;
  /** Undefined: there are no scores on a test file. */
  test?: ((row: Row) => ReactNode) | undefined;
}

/** The score columns in tables of runs. @param name of the score; `score`: runs with F1 and with token accuracy */
export function scoreColumnsOfRuns<Row>(name: ScoreName | 'score', texts: ScoreTexts<Row>): ViewColumn<Row>[] {
  const { precision, recall, f1, test } = texts;
  const rate = (head: string, title: string, text: ScoreTexts<Row>['precision']): ViewColumn<Row> => ({
    head,
    title,
    label: title,
    text,
    className: styles.secondary,
  });
  const head = (corpus: string) =>
    name === 'token accuracy' ? (
      <>
        {corpus} <abbr title="Token accuracy">accuracy</abbr>
      </>
    ) : (
      `${corpus} ${name}`
    );
  return [
    rate('dev P', 'Precision on dev', precision),
    rate('dev R', 'Recall on dev', recall),
    { head: head('dev'), text: f1 },
    ...(test === undefined ? [] : [{ head: head('test'), text: test }]),
  ];
}
