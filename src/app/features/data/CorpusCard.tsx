import { ActionIcon } from '@mantine/core';
import { Suspense } from 'react';
import { hidePreview, showPreview } from '../../files/files.ts';
import { chooseEncoding, updateFile } from '../../files/update-file.ts';
import { cardToggled, dialogOpened } from '../../stores/view.ts';
import { tagKind, type TagScheme } from '../../../data/corpus.ts';
import type { FileRole } from '../../../data/files/file-roles.ts';
import type { CorpusFile } from '../../../workers/wire/payloads.ts';
import { formatCounted } from '../../look/format.ts';
import { selectConfig, useRecipeStore } from '../../stores/recipe.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { selectFiles, useWorkspaceStore } from '../../stores/workspace.ts';
import { Icon } from '../../ui/Icon.tsx';
import { EncodingChoice } from '../../ui/controls/EncodingChoice.tsx';
import { InlineSelect } from '../../ui/controls/InlineSelect.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { TypeList } from '../../ui/entity/TypeList.tsx';
import { focusNext } from '../../ui/navigation.ts';
import { answeredAlike, answersIn } from './answers.ts';
import { Card, detailsButton } from './Card.tsx';
import shared from '../../look/text.module.css';
import styles from './Data.module.css';
import { aboutOf, columnChoices, countsOf, formatOf, frequentTypes, ROLES, SCHEMES, trainingScheme } from './cards.ts';
import { PreviewList } from './PreviewList.tsx';
import { ProblemList } from './ProblemList.tsx';
import { part } from '../../ui/part.tsx';

const Columns = part(async () => (await import('./Columns.tsx')).Columns);
const AnnotatedTypes = part(async () => (await import('./AnnotatedTypes.tsx')).AnnotatedTypes);
const Question = part(async () => (await import('./Question.tsx')).Question);
const ColumnInputs = part(async () => (await import('./ColumnInputs.tsx')).ColumnInputs);

const CHECK_LATER = 'Labels cannot be checked during a run';

export function CorpusCard({ file }: { file: CorpusFile }) {
  const { id, name, role, invalidTransitions, style } = file;
  const isActive = useRunStore(selectIsActive);
  const preview = useWorkspaceStore((store) => (store.preview?.id === id ? store.preview : undefined));
  return (
    <Card
      id={id}
      name={name}
      about={countsOf(file)}
      isUrgent={file.problems.length > 0 || file.reading.question !== undefined}
      actions={
        <>
          <InlineSelect
            label={`Use of ${name}`}
            options={ROLES}
            value={role}
            isDisabled={isActive}
            onChange={(value) => void updateFile(id, { role: value as FileRole })}
          />
          {tagKind(style) === 'entities' && file.summary.entities > 0 && (
            <ActionIcon
              size={22}
              aria-label="Check labels"
              title={isActive ? CHECK_LATER : 'Check labels: find those that are probably wrong'}
              disabled={isActive}
              onClick={() => dialogOpened({ name: 'label-check', file: { id, name } })}
            >
              <Icon name="check" size={14} />
            </ActionIcon>
          )}
          <ActionIcon
            size={22}
            aria-label={`Statistics of ${name}`}
            title="Statistics"
            onClick={() => dialogOpened({ name: 'statistics', file: { id, name } })}
          >
            <Icon name="chart" size={14} />
          </ActionIcon>
        </>
      }
    >
      {file.reading.question !== undefined && (
        <Suspense>
          <Question file={file} isFixed={isActive} />
        </Suspense>
      )}
      <p>{aboutOf(file)}</p>
      <TypeList {...frequentTypes(file)} />
      <Reading file={file} isFixed={isActive} isPreviewed={preview !== undefined} />
      <Answers file={file} isFixed={isActive} />
      <EncodingChoice
        name={name}
        encoding={file.encoding}
        isDisabled={isActive}
        onChoose={(chosen) => {
          cardToggled(id, true);
          void chooseEncoding(id, chosen);
        }}
      />
      {file.reading.roles.length > 1 && (
        <Suspense>
          <Columns file={file} isFixed={isActive} />
        </Suspense>
      )}
      {tagKind(style) === 'entities' && file.reading.types.length > 0 && (
        <Suspense>
          <AnnotatedTypes file={file} isFixed={isActive} />
        </Suspense>
      )}
      {role === 'train' && file.furtherColumns.length > 0 && (
        <Suspense>
          <ColumnInputs file={file} isFixed={isActive} />
        </Suspense>
      )}
      {invalidTransitions > 0 && (
        <p className={shared.quiet}>
          {formatCounted(invalidTransitions, 'tag')} cannot follow the previous tag in {style.scheme}. They are read as
          conlleval reads them.
        </p>
      )}
      <ProblemList
        problems={file.problems}
        more={file.moreProblems}
        read={
          isActive ? undefined : (settings) => void updateFile(id, settings).then(() => focusNext(detailsButton(id)))
        }
      />
      {preview && <PreviewList preview={preview} count={file.summary.sentences} />}
    </Card>
  );
}

/** What was answered to questions about the file, and the way back. */
function Answers({ file, isFixed }: { file: CorpusFile; isFixed: boolean }) {
  const { id, name } = file;
  const answers = answersIn(file);
  if (answers === undefined) return null;
  const change = async () => {
    const alike = answeredAlike(file, selectFiles(useWorkspaceStore.getState()));
    for (const one of alike) await updateFile(one.id, answersIn(one)!.forgotten);
  };
  return (
    <p>
      As you chose: {answers.inWords}.{' '}
      <LinkButton
        aria-label={`Change what was chosen for ${name}`}
        disabled={isFixed}
        onClick={() => void change().then(() => focusNext(detailsButton(id)))}
      >
        change
      </LinkButton>
    </p>
  );
}

/** How the file is read: detected values, which can be corrected. */
function Reading({ file, isFixed, isPreviewed }: { file: CorpusFile; isFixed: boolean; isPreviewed: boolean }) {
  const { id, name, format, columns, tagColumn, style } = file;
  const hasScheme = tagKind(style) !== 'classes'; // a text has its class, however it is written
  const becomes = trainingScheme(file, useRecipeStore(selectConfig));
  return (
    <div className={styles.reading}>
      {hasScheme && (
        <>
          <InlineSelect
            label={`Tag scheme of ${name}`}
            options={SCHEMES}
            value={style.scheme}
            isDisabled={isFixed}
            onChange={(value) => void updateFile(id, { scheme: value as TagScheme })}
          />
          {becomes && <span title="What the tags are converted to for training">→ {becomes}</span>}
          <span>·</span>
        </>
      )}
      {format === 'conll' && columns > 2 ? (
        <InlineSelect
          label={`Tag column of ${name}`}
          options={columnChoices(file)}
          value={String(tagColumn)}
          isDisabled={isFixed}
          onChange={(value) => void updateFile(id, { tagColumn: Number(value) })}
        />
      ) : (
        <span>{formatOf(file)}</span>
      )}
      <LinkButton
        aria-expanded={isPreviewed}
        aria-label={`Sentences of ${name}`}
        onClick={() => (isPreviewed ? hidePreview() : void showPreview(id, 0))}
      >
        {hasScheme ? 'sentences' : 'texts'}
      </LinkButton>
    </div>
  );
}
