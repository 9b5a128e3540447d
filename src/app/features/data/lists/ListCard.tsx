import { part } from '../../../ui/part.tsx';
import { Suspense } from 'react';
import type { ListQuality } from '../../../../data/features/list-quality.ts';
import type { ListFile } from '../../../../workers/wire/payloads.ts';
import { formatCounted, joinFacts } from '../../../look/format.ts';
import { chooseEncoding, updateFile } from '../../../files/update-file.ts';
import { selectIsActive, useRunStore } from '../../../stores/runs/run.ts';
import { cardToggled } from '../../../stores/view.ts';
import { EncodingChoice } from '../../../ui/controls/EncodingChoice.tsx';
import { LinkButton } from '../../../ui/controls/LinkButton.tsx';
import { focusNext } from '../../../ui/navigation.ts';
import { Card, detailsButton } from '../Card.tsx';
import shared from '../../../look/text.module.css';
import styles from '../Data.module.css';
import { matchesLine, misleadingLine, typeLine } from './list-quality.ts';
import { ProblemList } from '../ProblemList.tsx';

const NameColumns = part(async () => (await import('./NameColumns.tsx')).NameColumns);

/** A file of names, whose matches are inputs of models, and its matches in the training data. */
export function ListCard({ list }: { list: ListFile }) {
  const { id, name, lists, encoding, table, problems, moreProblems } = list;
  const isActive = useRunStore(selectIsActive);
  const names = lists.reduce((sum, one) => sum + one.names, 0);
  return (
    <Card id={id} name={name} isUrgent actions={<span className={styles.kind}>names</span>}>
      <p>
        {joinFacts([formatCounted(names, 'name'), ...(lists.length > 1 ? [formatCounted(lists.length, 'list')] : [])])}
      </p>
      <EncodingChoice
        name={name}
        encoding={encoding}
        isDisabled={isActive}
        onChoose={(chosen) => void chooseEncoding(id, chosen)}
      />
      {table !== undefined && (
        <Suspense>
          <NameColumns id={id} name={name} table={table} isFixed={isActive} />
        </Suspense>
      )}
      {lists.map((one) => (
        <Found key={one.name} list={one} isOnly={lists.length === 1} />
      ))}
      <p className={shared.quiet}>
        Their matches are an input of the next model. Not a list?{' '}
        <LinkButton
          aria-label={`Read ${name} as a corpus or a text`}
          disabled={isActive}
          onClick={() => {
            cardToggled(id, true); // shows what it became
            void updateFile(id, { isNames: false }).then(() => focusNext(detailsButton(id)));
          }}
        >
          Read it as a corpus or a text
        </LinkButton>
      </p>
      <ProblemList problems={problems} more={moreProblems} />
    </Card>
  );
}

function Found({ list, isOnly }: { list: ListQuality; isOnly: boolean }) {
  const misleading = misleadingLine(list);
  const line = isOnly ? matchesLine(list) : `${list.name}: ${matchesLine(list)}`;
  if (list.types.length === 0) return <p>{line}</p>;
  return (
    <details className={styles.coverage}>
      <summary>{line}</summary>
      {list.types.map((type) => (
        <p key={type.type}>{typeLine(type)}</p>
      ))}
      {misleading !== undefined && <p className={shared.quiet}>{misleading}</p>}
    </details>
  );
}
