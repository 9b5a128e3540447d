import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { recallInWords } from '../../../eval/recall-in-words.ts';
import type { Way } from '../../../documents/redaction/redact-document.ts';
import shared from '../../look/text.module.css';
import { formatCount, formatCounted, formatProbability } from '../../look/format.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { CommandButton } from '../../ui/commands/CommandButton.tsx';
import { useEntityLooks } from '../../ui/entity/entity-looks.ts';
import { EntityName } from '../../ui/entity/EntityName.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { MenuButton } from '../../ui/controls/MenuButton.tsx';
import { ChooseFiles } from '../../ui/controls/ChooseFiles.tsx';
import { decide, markText, readOwnNames, restoreDocuments, saveDocuments, saveTable, unmark } from './actions.ts';
import { choiceChanged, useChoicesStore, WAYS } from './choices.ts';
import { KEEP, NEXT_DOUBTFUL, UNMARK } from './commands.ts';
import styles from './Documents.module.css';
import { isDoubtful, nameGroups, textOf, type NameGroup } from './entities.ts';
import { documentShown, entered, entitySelected, selectShown, useDocumentsStore, type OpenDocument } from './store.ts';
import { useDocumentTypes } from './types.ts';

/** Beside the text: what is selected, the entities by name, and how documents are saved. */
export function DocumentSide() {
  const shown = useDocumentsStore(selectShown);
  return (
    <div className={styles.side} data-keeps-focus>
      {shown && <Selected document={shown} />}
      {shown && <Names document={shown} />}
      <Save />
    </div>
  );
}

function Selected({ document: { blocks, entities } }: { document: OpenDocument }) {
  const looks = useEntityLooks();
  const types = useDocumentTypes();
  const selected = useDocumentsStore((store) => store.selected);
  const selection = useDocumentsStore((store) => store.selection);
  const threshold = useChoicesStore((store) => store.threshold);
  const entity = entities.find(({ id }) => id === selected);
  const range = selection ?? entity;
  const doubtful = entities.filter((one) => isDoubtful(one, threshold)).length;
  return (
    <section aria-label="Selected" className={styles.card}>
      <label className={styles.threshold}>
        <span>Doubtful below</span>
        <input
          type="range"
          min={0}
          max={1}
          step={0.05}
          value={threshold}
          aria-valuetext={formatProbability(threshold)}
          onChange={(event) => choiceChanged({ threshold: Number(event.currentTarget.value) })}
        />
        <output>{formatProbability(threshold)}</output>
      </label>
      <div className={styles.row}>
        <CommandButton command={NEXT_DOUBTFUL} disabled={doubtful === 0} />
        <output className={shared.dim}>{formatCount(doubtful)} to look at</output>
      </div>
      {range === undefined ? (
        <p className={shared.dim}>Click an entity to correct it, or select text to mark it.</p>
      ) : (
        <>
          <p className={styles.chosen} dir="auto">
            {textOf(blocks, range)}
          </p>
          <div className={styles.row}>
            {types.map((type, i) => (
              <Button
                key={type}
                size="compact-sm"
                variant={entity?.type === type ? 'light' : 'default'}
                aria-pressed={entity?.type === type}
                title={i < 9 ? `${type} (${i + 1})` : type}
                onClick={() => (selection === undefined ? decide(type) : markText(selection, type))}
              >
                <EntityName type={type} look={looks(type)} />
              </Button>
            ))}
          </div>
          {entity !== undefined && (
            <div className={styles.row}>
              <CommandButton command={KEEP} />
              <CommandButton command={UNMARK} />
              <Button variant="default" onClick={() => unmark(true)}>
                Unmark all
              </Button>
              <Button variant="default" onClick={() => markText(entity, entity.type, true)}>
                Mark all
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** Names listed at first. */
const MOST = 60;

function Names({ document }: { document: OpenDocument }) {
  const looks = useEntityLooks();
  const query = useDocumentsStore((store) => store.query);
  const documents = useDocumentsStore((store) => store.documents);
  const [isWhole, setWhole] = useState(false);
  const [isOfAll, setOfAll] = useState(false);
  const later = useDeferredValue(isOfAll ? documents : document); // tagging changes it many times a second
  const groups = useMemo(() => nameGroups(isList(later) ? later : [later]), [later]);
  const wanted = groups.filter(({ name, type }) => `${type} ${name}`.toLowerCase().includes(query.toLowerCase()));
  const listed = isWhole ? wanted : wanted.slice(0, MOST);
  return (
    <section aria-label={isOfAll ? 'Entities of all documents' : 'Entities of the document'} className={styles.names}>
      <div className={styles.row}>
        {documents.length > 1 && (
          <NativeSelect
            aria-label="Names of"
            size="xs"
            data={['This document', 'All documents']}
            value={isOfAll ? 'All documents' : 'This document'}
            onChange={(event) => setOfAll(event.currentTarget.value === 'All documents')}
          />
        )}
        <MenuButton
          button={
            <Button variant="default" size="compact-sm" leftSection={<Icon name="save" size={13} />}>
              Save table
            </Button>
          }
          items={[
            { label: 'Entities of all documents (CSV)', onClick: () => void saveTable('entities') },
            { label: 'Counts by type and name (CSV)', onClick: () => void saveTable('counts') },
          ]}
        />
      </div>
      <TextInput
        aria-label="Search names"
        placeholder="Search names"
        size="xs"
        value={query}
        onChange={(event) => entered({ query: event.currentTarget.value })}
      />
      <ul>
        {listed.map((group) => (
          <li key={`${group.type} ${group.name}`}>
            <button type="button" onClick={() => showNext(group)}>
              <EntityName type={group.type} look={looks(group.type)} />
              <span className={styles.groupName} dir="auto">
                {group.name}
              </span>
              <span className={shared.dim}>{formatCount(group.occurrences.length)}</span>
            </button>
          </li>
        ))}
      </ul>
      {listed.length < wanted.length && (
        <Button variant="default" size="compact-sm" onClick={() => setWhole(true)}>
          {formatCount(wanted.length - listed.length)} more
        </Button>
      )}
    </section>
  );
}

/** Selects the occurrence after the selected one. */
function showNext({ occurrences }: NameGroup): void {
  const { selected, shown } = useDocumentsStore.getState();
  const at = occurrences.findIndex(({ entity }) => entity === selected);
  const next = occurrences[(at + 1) % occurrences.length]!;
  if (next.document !== shown) documentShown(next.document);
  entitySelected(next.entity);
}

function isList(one: OpenDocument | readonly OpenDocument[]): one is readonly OpenDocument[] {
  return Array.isArray(one);
}

function Save() {
  const types = useDocumentTypes();
  const { passphrase, writing, outcome, documents, names } = useDocumentsStore();
  const result = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    // Below the buttons, it is often outside the visible part of the column.
    if (outcome.length > 0) result.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  const { ways, mustReview, threshold } = useChoicesStore();
  const dev = useWorkspaceStore((store) => selectModel(store)?.dev);
  const recall = recallInWords(dev, 'your');
  const ready = documents.filter(({ phase }) => phase === 'done');
  const doubtful = ready.reduce(
    (sum, { entities }) => sum + entities.filter((one) => isDoubtful(one, threshold)).length,
    0,
  );
  const isBlocked = mustReview && doubtful > 0;
  return (
    <section aria-label="Save documents" className={styles.card}>
      <h3>Save</h3>
      <div className={styles.ways}>
        {types.map((type) => (
          <NativeSelect
            key={type}
            size="xs"
            label={type}
            data={WAYS.map(({ value, label }) => ({ value, label: label(type) }))}
            value={ways[type] ?? 'label'}
            onChange={(event) => choiceChanged({ ways: { ...ways, [type]: event.currentTarget.value as Way } })}
          />
        ))}
      </div>
      {types
        .filter((type) => ways[type] === 'name')
        .map((type) => (
          <div key={type} className={styles.row}>
            <ChooseFiles
              label={`Own names for ${type}`}
              accept=".txt,.csv,text/plain"
              onChoose={([file]) => file && void readOwnNames(type, file)}
            >
              {(open) => (
                <Button variant="default" size="compact-sm" onClick={open} title="A text file with a name on each line">
                  Own names for {type}
                </Button>
              )}
            </ChooseFiles>
            <span className={shared.dim}>
              {names[type] === undefined ? 'invented ones' : formatCounted(names[type].length, 'name')}
            </span>
          </div>
        ))}
      <TextInput
        type="password"
        label="Passphrase of a key file"
        description="With it, the names can be put back. Without one, no key file is written."
        value={passphrase}
        autoComplete="new-password"
        onChange={(event) => entered({ passphrase: event.currentTarget.value })}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={mustReview}
          onChange={(event) => choiceChanged({ mustReview: event.currentTarget.checked })}
        />
        Save only when every doubtful entity was looked at
      </label>
      <p className={styles.warning}>
        A model misses names. {recall === undefined ? 'Its recall is not known.' : `This one finds ${recall}.`} Read the
        documents before you pass them on. Documents and corrections are not kept when the page is closed: save them.
      </p>
      <div className={styles.row}>
        <Button
          disabled={ready.length === 0 || isBlocked || writing !== undefined}
          onClick={() => void saveDocuments()}
        >
          Save documents
        </Button>
        <ChooseFiles label="Restore with a key file" multiple onChoose={(files) => void restoreDocuments(files)}>
          {(open) => (
            <Button variant="default" onClick={open} title="Choose redacted documents together with their key file">
              Restore
            </Button>
          )}
        </ChooseFiles>
      </div>
      {isBlocked && (
        <p className={shared.dim}>
          {formatCounted(doubtful, 'doubtful entity was', 'doubtful entities were')} not looked at, in all documents.
        </p>
      )}
      <output ref={result} aria-label="Saving">
        {writing !== undefined && `Writing ${writing.written + 1} of ${writing.of}`}
        {outcome.map((line) => (
          <span key={line} className={styles.line}>
            {line}
          </span>
        ))}
      </output>
    </section>
  );
}
