import { expect, test } from 'vitest';
import { runRecord } from '../../../test/app/samples.ts';
import { reportOfRecord } from './report-record.ts';

test('a record becomes a report with fingerprints by role', () => {
  const record = runRecord('Run 3', 2, { fingerprints: '1f3a9c04.90b1cc2e.-.40740x100', vectors: 'glove.zip' });
  const report = reportOfRecord(record, { missing: 'None.' });
  expect(report.data.map(({ role, fingerprint }) => [role, fingerprint])).toEqual([
    ['train', '1f3a9c04'],
    ['dev', '90b1cc2e'],
    ['vectors', '40740x100'],
  ]);
  expect(report.epochs).toHaveLength(2);
  expect(reportOfRecord(runRecord('old', 1), { missing: 'None.' }).data[0]!.fingerprint).toBeUndefined();
});
