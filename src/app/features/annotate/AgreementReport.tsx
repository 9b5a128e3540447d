import { Button, Menu, Switch } from '@mantine/core';
import type { Agreement } from '../../../annotation/agreement.ts';
import type { SpanType } from '../../../annotation/set.ts';
import { countOpenSentences, saveAsFile, saveAsSet } from '../../actions/agreement.ts';
import { lookOfSlot } from '../../entity-look.ts';
import { formatCount, formatCounted, formatScore } from '../../format.ts';
import { useAgreementStore, type FoundAgreement } from '../../stores/agreement.ts';
import { EntityName } from '../../ui/EntityName.tsx';
import { Icon } from '../../ui/Icon.tsx';
import table from '../../ui/ScoreTable.module.css';
import { Adjudication } from './Adjudication.tsx';
import { comparedInWords, decidedCount, leftOut, unmatched } from './agreement.ts';
import styles from './Agreement.module.css';

/** F1 by type, sentences that were not compared, and the differences one at a time. */
export function AgreementReport({ found }: { found: FoundAgreement }) {
  const { conflicts } = found;
  return (
    <>
      <section className={styles.report} aria-label="Agreement by type">
        <AgreementTable found={found} />
        <div className={styles.notes}>
          <p>{comparedInWords(found)}</p>
          <NotCompared found={found} />
        </div>
      </section>
      {conflicts.length > 0 ? <Adjudication found={found} /> : <p>The annotations of these sentences are identical.</p>}
      <Save found={found} />
    </>
  );
}

function AgreementTable({ found }: { found: FoundAgreement }) {
  const { names, comparison, types } = found;
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
function NotCompared({ found }: { found: FoundAgreement }) {
  const isOpenCounted = useAgreementStore((store) => store.isOpenCounted);
  const open = leftOut(found);
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
      {unmatched(found).map(({ title, listed }) => (
        <details key={title} className={styles.unmatched}>
          <summary>{title}</summary>
          <ul>
            {listed.map(({ file, line, text }, i) => (
              <li key={i}>
                <span className={styles.dim}>
                  {file}, line {formatCount(line)}:
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

function Save({ found }: { found: FoundAgreement }) {
  const choices = useAgreementStore((store) => store.choices);
  const own = useAgreementStore((store) => store.own);
  const open = found.conflicts.length - decidedCount(found, { choices, own });
  return (
    <div className={styles.save}>
      <Button variant="filled" onClick={() => void saveAsSet()}>
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
      <span className={styles.dim}>
        {open > 0
          ? `${formatCounted(open, 'difference')} not resolved: these sentences are saved as flagged. `
          : 'All differences are resolved. '}
        Neither annotation is changed.
      </span>
    </div>
  );
}
