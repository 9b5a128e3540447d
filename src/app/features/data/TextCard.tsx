import type { TextFile } from '../../../workers/wire/payloads.ts';
import { chooseEncoding, updateFile } from '../../files/update-file.ts';
import { formatBytes, formatCounted, joinFacts } from '../../look/format.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { EncodingChoice } from '../../ui/controls/EncodingChoice.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { focusNext, goToFile } from '../../ui/navigation.ts';
import { Card, detailsButton } from './Card.tsx';
import shared from '../../look/text.module.css';
import styles from './Data.module.css';
import { ProblemList } from './ProblemList.tsx';
import { TextFields } from './TextFields.tsx';

/** A text, or records with texts, to tag. */
export function TextCard({ text }: { text: TextFile }) {
  const { id, name, size, characters, isDocument, table, encoding, problems, moreProblems } = text;
  const isActive = useRunStore(selectIsActive);
  const hasModel = useWorkspaceStore(selectModel) !== undefined;
  return (
    <Card
      id={id}
      name={name}
      isUrgent={
        problems.length > 0 || encoding !== undefined || !hasModel || (table !== undefined && table.others.length > 0)
      }
      actions={
        hasModel ? (
          <LinkButton aria-label={`Tag ${name}`} onClick={() => goToFile(id)}>
            tag
          </LinkButton>
        ) : (
          <span className={styles.kind}>{table === undefined ? 'text' : 'records'}</span>
        )
      }
    >
      <p>
        {isDocument && 'Text of a document, '}
        {joinFacts([
          ...(isDocument ? [] : [table === undefined ? 'Text' : formatCounted(table.records, 'record')]),
          formatCounted(characters, 'character'),
          formatBytes(size),
        ])}
      </p>
      <EncodingChoice
        name={name}
        encoding={encoding}
        isDisabled={isActive}
        onChoose={(chosen) => void chooseEncoding(id, chosen)}
      />
      {table !== undefined && <TextFields id={id} name={name} table={table} isFixed={isActive} />}
      {!hasModel && <p className={shared.quiet}>Train or import a model to tag it.</p>}
      {!isDocument && (
        <p>
          <LinkButton
            aria-label={`Read ${name} as a list of names`}
            disabled={isActive}
            onClick={() => void updateFile(id, { isNames: true }).then(() => focusNext(detailsButton(id)))}
          >
            Read it as a list of names
          </LinkButton>
        </p>
      )}
      <ProblemList problems={problems} more={moreProblems} />
    </Card>
  );
}
