import { Button, Modal, Radio, Switch } from '@mantine/core';
import '@mantine/core/styles/Radio.css'; // of this dialog only: not part of the first load
import { useState } from 'react';
import type { ExportRequest } from '../../../workers/wire/payloads.ts';
import { closeExport, saveExport } from '../../actions/export.ts';
import { useExportStore } from '../../stores/export.ts';
import { describeSize, measuredOn, SIZES } from './derive.ts';
import styles from './Export.module.css';

type Precision = Required<ExportRequest>['precision'];

/** Every way in which the model leaves, with what each size costs. */
export function ExportDialog() {
  const { isOpen, found, error, isSaving } = useExportStore();
  const [precision, setPrecision] = useState<Precision>('exact');
  const [isPrivate, setPrivate] = useState(false);
  const save = (kind: Required<ExportRequest>['kind']) => () => void saveExport({ kind, precision, isPrivate });
  return (
    <Modal
      opened={isOpen}
      onClose={closeExport}
      title="Export options"
      size={560}
      closeButtonProps={{ 'aria-label': 'Close' }}
      // The header of the dialog is not a banner of the page.
      attributes={{ header: { role: 'presentation' } }}
    >
      <div className={styles.content}>
        <Radio.Group
          label="Size"
          value={precision}
          onChange={(value) => setPrecision(value as Precision)}
          className={styles.sizes}
        >
          {SIZES.map(({ value, label, stores }) => (
            <div key={value} className={styles.size}>
              <Radio value={value} label={label} aria-describedby={`size-${value}`} />
              <span id={`size-${value}`} className={styles.facts}>
                <span>{stores}</span>
                <span className={styles.figures}>{describeSize(found, value)}</span>
              </span>
            </div>
          ))}
        </Radio.Group>
        <p className={styles.hint} aria-live="polite">
          {error ? error.message : measuredOn(found)}
        </p>
        <Switch
          label="Private: store hashes in place of the training words"
          checked={isPrivate}
          onChange={(event) => setPrivate(event.currentTarget.checked)}
        />
        <dl className={styles.forms}>
          <dt>
            <Button variant="filled" loading={isSaving} onClick={save('zip')}>
              Save as a zip
            </Button>
          </dt>
          <dd>For Tagsmith, Python, JavaScript and ONNX. Only an exact one can be trained further without loss.</dd>
          <dt>
            <Button disabled={isSaving} onClick={save('page')}>
              Save as a page
            </Button>
          </dt>
          <dd>
            One HTML file that marks and redacts entities in texts: opens from disk, works offline, sends nothing.
          </dd>
          <dt>
            <Button disabled={isSaving} onClick={save('runtime')}>
              Save as a module
            </Button>
          </dt>
          <dd>
            One JavaScript file with the model inside: <code>{"import { load } from './model.mjs'"}</code>.
          </dd>
        </dl>
      </div>
    </Modal>
  );
}
