import { Button, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { createSet, pastedText, type TextSource } from './actions.ts';
import { useAnnotationStore } from '../store.ts';
import shared from '../../../look/text.module.css';
import { selectModel, useWorkspaceStore } from '../../../stores/workspace.ts';
import { ChooseFiles } from '../../../ui/controls/ChooseFiles.tsx';
import styles from './NewSet.module.css';
import { loadedTexts, nameOf, typesIn, usualTypes } from './new-set.ts';

/** A form that creates a set from text, a name and types. */
export function NewSet({ isFirst }: { isFirst: boolean }) {
  const isReading = useAnnotationStore((store) => store.isReading);
  const loaded = loadedTexts(useWorkspaceStore((store) => store.workspace));
  const [text, setText] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const [name, setName] = useState('');
  const [written, writeTypes] = useState<string>();
  const usual = usualTypes(useWorkspaceStore(selectModel));
  const types = written ?? usual.map((type) => type.name).join(' ');
  const has = files.length > 0 || text.trim() !== '';
  const create = (source: TextSource, suggested: string) =>
    void createSet(
      name.trim() === '' ? suggested : name.trim(),
      written === undefined ? undefined : typesIn(types),
      source,
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const pasted = text.trim() === '' ? [] : [pastedText(text)];
    create({ files: [...files, ...pasted] }, nameOf(files));
  };
  return (
    <form className={styles.form} aria-label="New set" onSubmit={submit}>
      <h3>{isFirst ? 'Add text to annotate' : 'New set'}</h3>
      <Textarea
        label="Text"
        placeholder="Paste text here"
        autosize
        minRows={4}
        maxRows={12}
        attributes={{ input: { dir: 'auto' } }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.files}>
        <ChooseFiles label="Files to annotate" multiple onChoose={setFiles}>
          {(open) => <Button onClick={open}>Choose files</Button>}
        </ChooseFiles>
        <span className={shared.dim}>
          {files.length > 0
            ? files.map((file) => file.name).join(', ')
            : 'Text, Word, PDF, OpenDocument, mail, web pages, Markdown, zips of these; CoNLL columns, JSON lines; tables of texts; exports of doccano, Label Studio or Prodigy'}
        </span>
      </div>
      <div className={styles.fields}>
        <TextInput
          label="Name"
          placeholder={nameOf(files)}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Types"
          description="Separated by spaces; more can be added later"
          inputWrapperOrder={['label', 'input', 'description']}
          value={types}
          onChange={(event) => writeTypes(event.currentTarget.value)}
        />
      </div>
      <div className={styles.files}>
        <Button type="submit" variant="filled" loading={isReading} disabled={!has || typesIn(types).length === 0}>
          Start annotating
        </Button>
        {!has && <span className={shared.dim}>Paste text or choose files first.</span>}
      </div>
      {loaded.length > 0 && (
        <p className={styles.files}>
          <span className={shared.dim}>Or annotate a loaded file:</span>
          {loaded.map(({ id, name: file }) => (
            <Button
              key={id}
              aria-label={`Annotate ${file}`}
              disabled={isReading || typesIn(types).length === 0}
              onClick={() => create({ files: [], ids: [id] }, file)}
            >
              {file}
            </Button>
          ))}
        </p>
      )}
    </form>
  );
}
