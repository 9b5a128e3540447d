import { Button, Radio, Switch, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.css'; // used only by this dialog, so not part of the first load
import { useState } from 'react';
import { scoreName } from '../../../eval/scores.ts';
import type { ExportRequest } from '../../../workers/wire/payloads.ts';
import { selectIsOpen, useViewStore } from '../../stores/view.ts';
import { useQuery, valueOf } from '../../trainer/query.ts';
import { closeExport, exportSizes, saveClusterKit, saveExport, student } from './actions.ts';
import { selectModel, useWorkspaceStore } from '../../stores/workspace.ts';
import { cardChanged, useExportStore } from './store.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { CopyButton } from '../../ui/controls/CopyButton.tsx';
import { Student } from './Student.tsx';
import { describeSize, hasStudent, measuredOn, sizesFor, type Size } from './sizes.ts';
import shared from '../../look/text.module.css';
import styles from './Export.module.css';

/** All export formats of the model, with the cost of each size. */
export function ExportDialog() {
  const isOpen = useViewStore(selectIsOpen('export'));
  const sizes = useQuery(exportSizes, isOpen || undefined);
  const training = student.use();
  const { isSaving, clusterLines, card } = useExportStore();
  const found = valueOf(sizes);
  const isDistilling = training.phase === 'running';
  const failed = [training, sizes].find(({ phase }) => phase === 'failed');
  const model = useWorkspaceStore(selectModel);
  const dev = model?.dev;
  const name = dev === undefined ? 'F1' : scoreName(dev);
  const [size, setSize] = useState<Size>('exact');
  const [isPrivate, setPrivate] = useState(false);
  const [readsDocuments, setReadsDocuments] = useState(false);
  const save = (kind: Required<ExportRequest>['kind']) => () =>
    void saveExport({ kind, size, isPrivate, readsDocuments, card });
  const ofClasses = model?.predicts === 'classes';
  const cannotSave = size === 'tiny' && !hasStudent(found);
  return (
    <Dialog
      opened={isOpen}
      onClose={closeExport}
      title="Export options"
      size={560}
      // Closing cancels the training of a student, so it must not happen by accident.
      closeOnClickOutside={!isDistilling}
      closeOnEscape={!isDistilling}
    >
      <div className={styles.content}>
        <Radio.Group label="Size" value={size} onChange={(value) => setSize(value as Size)} className={styles.sizes}>
          {sizesFor(model).map(({ value, label, stores }) => (
            <div key={value} className={styles.size}>
              <Radio value={value} label={label} aria-describedby={`size-${value}`} />
              <span id={`size-${value}`} className={styles.facts}>
                <span>{stores}</span>
                <span className={styles.figures}>{describeSize(found, value, name)}</span>
              </span>
            </div>
          ))}
        </Radio.Group>
        {size === 'tiny' && found && <Student found={found} isDistilling={isDistilling} />}
        <p className={shared.dim} aria-live="polite">
          {failed?.phase === 'failed' ? failed.error.message : measuredOn(found, ofClasses)}
        </p>
        <Switch
          label="Private: store hashes instead of the training words"
          checked={isPrivate}
          onChange={(event) => setPrivate(event.currentTarget.checked)}
        />
        <CardFields card={card} />
        <dl className={styles.forms}>
          <dt>
            <Button variant="filled" loading={isSaving} disabled={cannotSave} onClick={save('zip')}>
              Save as a zip
            </Button>
          </dt>
          <dd>
            {ofClasses ? 'For Tagsmith, Python and JavaScript.' : 'For Tagsmith, Python, JavaScript and ONNX.'} Only an
            exact one can be trained further without loss.
          </dd>
          {!ofClasses && (
            <>
              <dt>
                <Button disabled={isSaving || cannotSave} onClick={save('page')}>
                  Save as a page
                </Button>
              </dt>
              <dd>
                One HTML file that marks and redacts entities in texts: opens from disk, works offline, sends nothing.
                <Switch
                  mt={6}
                  label="Reads documents: Word, OpenDocument, Excel, mail, web pages, Markdown; not PDF (50 kB more)"
                  checked={readsDocuments}
                  onChange={(event) => setReadsDocuments(event.currentTarget.checked)}
                />
              </dd>
            </>
          )}
          <dt>
            <Button disabled={isSaving || cannotSave} onClick={save('runtime')}>
              Save as a module
            </Button>
          </dt>
          <dd>
            One JavaScript file with the model inside: <code>{"import { load } from './model.mjs'"}</code>.
          </dd>
          {!ofClasses && (
            <>
              <dt>
                <Button disabled={isSaving} onClick={() => void saveClusterKit()}>
                  Continue on a cluster
                </Button>
              </dt>
              <dd>
                The model, the training data and the scripts that train it further in PyTorch, on any number of
                machines. The page opens the model that they write.
              </dd>
            </>
          )}
        </dl>
        {ofClasses && (
          <p className={shared.dim}>
            The model gives each text one class. There is no page or ONNX program for such a model yet.
          </p>
        )}
        {clusterLines !== undefined && <ClusterLines lines={clusterLines} />}
      </div>
    </Dialog>
  );
}

/** The commands to run with the saved files. */
function ClusterLines({ lines }: { lines: string }) {
  return (
    <section className={styles.cluster} aria-label="Lines to run">
      <div className={styles.clusterHead}>
        <span>Saved. Unpack it on each machine, and run in its folder:</span>
        <CopyButton name="lines" value={() => lines} />
      </div>
      <pre className={styles.lines}>{lines}</pre>
    </section>
  );
}

const CARD_FIELDS = [
  { name: 'license', label: 'Licence', placeholder: 'cc-by-4.0' },
  { name: 'language', label: 'Language', placeholder: 'en' },
  { name: 'dataset', label: 'Dataset on the Hub', placeholder: 'user/name' },
  { name: 'example', label: 'Example sentence', placeholder: 'Angela Merkel flew from Berlin to Brussels.' },
] as const;

/** Details for the model card: README.md of the zip, which unpacked is a repository for the Hugging Face Hub. */
function CardFields({ card }: { card: Required<ExportRequest>['card'] }) {
  return (
    <details>
      <summary>For the model card and the Hugging Face Hub</summary>
      <div className={styles.card}>
        {CARD_FIELDS.map(({ name, label, placeholder }) => (
          <TextInput
            key={name}
            label={label}
            placeholder={placeholder}
            value={card[name] ?? ''}
            onChange={(event) => cardChanged({ [name]: event.currentTarget.value || undefined })}
          />
        ))}
      </div>
    </details>
  );
}
