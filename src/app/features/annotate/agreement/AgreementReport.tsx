import { Button, Menu, Switch } from '@mantine/core';
import type { Agreement } from '../../../../annotation/agreement/agreement.ts';
import { placeInWords } from '../../../../annotation/exchange/import-document.ts';
import type { SpanType } from '../../../../annotation/sets/set.ts';
import { lookOfSlot } from '../../../look/entity-look.ts';
import { formatCount, formatCounted, formatScore } from '../../../look/format.ts';
import shared from '../../../look/text.module.css';
import { EntityName } from '../../../ui/entity/EntityName.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import table from '../../../ui/tables/ScoreTable.module.css';
import { Adjudication } from './Adjudication.tsx';
import { saveAsFile, saveAsSet } from './actions.ts';
import styles from './Agreement.module.css';
import { countOpenSentences } from './compare.ts';
import { decidedCount } from './conflict-view.ts';
import { useAgreementStore, type ComparedAnnotations } from './store.ts';
import { saveDecisions } from '../project/decide.ts';
import { comparedInWords, leftOut, savedInWords, unmatched } from './summary.ts';

/** F1 by type, sentences that were not compared, and the differences one at a time. */
export function AgreementReport({ compared }: { compared: ComparedAnnotations }) {
  const { conflicts, comparison } = compared;
  const isEmpty = comparison.sentences === 0;
  return (
    <>
      <section className={styles.report} aria-label="Agreement by type">
        {!isEmpty && <AgreementTable compared={compared} />}
        <div className={styles.notes}>
          <p>{comparedInWords(compared)}</p>
          <NotCompared compared={compared} />
        </div>
      </section>
      {conflicts.length > 0 ? (
        <Adjudication compared={compared} />
      ) : (
        !isEmpty && <p>The annotations of these sentences are identical.</p>
      )}
      <Save compared={compared} />
    </>
  );
}

function AgreementTable({ compared }: { compared: ComparedAnnotations }) {
  const { names, comparison, types } = compared;
  return (
    <table className={table.table} aria-label="Agreement">
      <thead>
        <tr>
          <th scope="col">Type</th>
          <th scope="col">
            <abbr title="F1 of one annotation against the other: the same in both directions">F1</abbr>
          </th>
          <th scope="col">Both</th>
          <th scope="col">Only {names[0]}</th>
          <th scope="col">Only {names[1]}</th>
        </tr>
      </thead>
      <tbody>
        <Row agreement={comparison.overall} type={undefined} />
        {comparison.byType.map(({ type, agreement }) => (
          <Row key={type} agreement={agreement} type={types.find(({ name }) => name === type)} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ agreement, type }: { agreement: Agreement; type: SpanType | undefined }) {
  const { f1, both, first, second } = agreement;
  const look = type && lookOfSlot(type.colour);
  return (
    <tr className={type === undefined ? table.overall : ''}>
      <th scope="row">{type && look ? <EntityName type={type.name} look={look} /> : 'Overall'}</th>
      <td className={table.share}>
        <span className={table.bar} style={{ width: `${f1 * 100}%`, background: look?.colour ?? 'var(--dim)' }} />
        {formatScore(f1)}
      </td>
      <td>{formatCount(both)}</td>
      <td>{formatCount(first - both)}</td>
      <td>{formatCount(second - both)}</td>
    </tr>
  );
}

/** Sentences that one annotation lacks or has not annotated. */
function NotCompared({ compared }: { compared: ComparedAnnotations }) {
  const isOpenCounted = useAgreementStore((store) => store.isOpenCounted);
  const open = leftOut(compared);
  return (
    <>
      {(open > 0 || isOpenCounted) && (
        <Switch
          label="Include undecided sentences"
          description={open > 0 ? `${formatCounted(open, 'sentence')} excluded` : undefined}
          checked={isOpenCounted}
          onChange={(event) => countOpenSentences(event.currentTarget.checked)}
        />
      )}
      {unmatched(compared).map(({ title, listed }) => (
        <details key={title} className={styles.unmatched}>
          <summary>{title}</summary>
          <ul>
            {listed.map(({ file, line, text }, i) => (
              <li key={i}>
                <span className={shared.dim}>
                  {file}, {placeInWords({ file, line })}:
                </span>{' '}
                <span dir="auto">{text}</span>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  );
}

function Save({ compared }: { compared: ComparedAnnotations }) {
  const choices = useAgreementStore((store) => store.choices);
  const edited = useAgreementStore((store) => store.edited);
  const isDeciding = useAgreementStore((store) => store.decides !== undefined);
  const open = compared.conflicts.length - decidedCount(compared, { choices, edited });
  return (
    <div className={styles.save}>
      {isDeciding && (
        <Button variant="filled" disabled={open === compared.conflicts.length} onClick={() => void saveDecisions()}>
          Save the decisions
        </Button>
      )}
      <Button variant={isDeciding ? 'default' : 'filled'} onClick={() => void saveAsSet()}>
        Save as a new set
      </Button>
      <Menu>
        <Menu.Target>
          <Button leftSection={<Icon name="save" size={13} />}>Save as file</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => saveAsFile('conll')}>CoNLL, without flagged sentences</Menu.Item>
          <Menu.Item onClick={() => saveAsFile('spans')}>JSON lines (spaCy, Prodigy)</Menu.Item>
          <Menu.Item onClick={() => saveAsFile('doccano')}>JSON lines (doccano)</Menu.Item>
          <Menu.Item onClick={() => saveAsFile('label-studio')}>JSON (Label Studio)</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <span className={shared.dim}>{savedInWords(open, isDeciding)}</span>
    </div>
  );
}
