import { Button } from '@mantine/core';
import { useState } from 'react';
import { selectLatest } from '../../stores/runs/run-records.ts';
import { useHistoryStore, type RunRecord } from '../../stores/runs/history.ts';
import { selectIsActive, useRunStore } from '../../stores/runs/run.ts';
import { Icon } from '../../ui/Icon.tsx';

/** Saves the report of the run on the page, once it has ended. */
export function SaveReport() {
  const [isSaving, setSaving] = useState(false);
  const record = useHistoryStore(selectLatest);
  const isShown = useRunStore(({ run }) => run.phase === 'finished' || run.phase === 'stopped');
  const isActive = useRunStore(selectIsActive);
  if (record === undefined || !isShown || isActive || record.epochs.length === 0) return null;
  const press = async () => {
    setSaving(true);
    await save(record);
    setSaving(false);
  };
  return (
    <Button
      title="One HTML file: recipe, data, curves, scores with intervals, confusion and errors on dev, which have its text"
      leftSection={<Icon name="save" size={13} />}
      loading={isSaving}
      onClick={() => void press()}
    >
      Save report
    </Button>
  );
}

async function save(record: RunRecord): Promise<void> {
  const { saveReport } = await import('../../keep/save-report.ts');
  await saveReport(record);
}
