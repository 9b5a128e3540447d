import { formatProbability } from '../../look/format.ts';
import { TypeName } from '../../ui/entity/TypeName.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { DataTable, type ViewTable } from '../../ui/tables/DataTable.tsx';
import type { FoundEntity } from './entities.ts';
import styles from './Try.module.css';

/** Letters of a type's name that leave room for the text beside it. A longer one is under its text. */
const LONG = 8;

interface EntityListProps {
  entities: readonly FoundEntity[];
  /** Explains the entity at an index. */
  explain: (index: number) => void;
}

/** The entities found, with their character offsets. */
export function EntityList(props: EntityListProps) {
  const { entities } = props;
  const isLong = entities.some(({ type }) => type.length > LONG);
  const table = entitiesTable(props, isLong);
  return (
    <DataTable
      table={table}
      label="Found entities"
      className={isLong ? `${styles.list} ${styles.long}` : styles.list}
      keyOf={({ start }) => start}
      hasRowNames={false}
    />
  );
}

function entitiesTable({ entities, explain }: EntityListProps, isLong: boolean): ViewTable<FoundEntity> {
  const typeOf = ({ type }: FoundEntity) => (
    <span title={type}>
      <TypeName type={type} />
    </span>
  );
  const textOf = (entity: FoundEntity) => (
    <LinkButton title="Why this is an entity" onClick={() => explain(entities.indexOf(entity))}>
      {entity.text}
    </LinkButton>
  );
  const both = (entity: FoundEntity) => (
    <>
      {textOf(entity)}
      <div>{typeOf(entity)}</div>
    </>
  );
  return {
    columns: [
      ...(isLong
        ? [{ head: 'Text and type', text: both, className: styles.words }]
        : [
            { head: 'Type', text: typeOf },
            { head: 'Text', text: textOf, className: styles.words },
          ]),
      {
        head: 'Offsets',
        title: 'Characters (Unicode code points, as Python counts), from 0; the end is not included',
        text: ({ start, end }) => `${start}–${end}`,
      },
      {
        head: 'p',
        title: 'Probability',
        label: 'Probability',
        text: ({ probability }) => formatProbability(probability),
      },
    ],
    rows: entities,
  };
}
