import type { CsvCell } from '../../../lib/csv.ts';
import type { Table } from '../../../lib/table.ts';
import type { Milliseconds } from '../../../lib/units.ts';
import type { ProgramTime } from '../../../runs/time-steps.ts';
import type { DeviceMeasurement } from '../../../workers/wire/payloads.ts';
import { ask } from '../../trainer/bridge.ts';
import { query } from '../../trainer/query.ts';
import { DEVICE_NAMES } from './labels.ts';
import { formatShare } from '../../../lib/format-share.ts';

/** Training steps on each device of this machine. The result is kept when the report is closed. */
export const measurement = query((_: 'devices', signal) => ask('measureDevices', {}, signal));

/** Per step. */
interface Times {
  step: Milliseconds;
  javascript: Milliseconds;
  tokens: number;
}

/** Undefined for a device that failed, or that was too slow to be timed. */
function timesOf(row: DeviceMeasurement): Times | undefined {
  if (row.failure !== undefined || row.value.javascript === undefined) return undefined;
  return { ...row.value, javascript: row.value.javascript };
}

/** What a device is, and why it has no times. */
export function remarkOn(row: DeviceMeasurement): string {
  const name = DEVICE_NAMES[row.device];
  if (row.failure !== undefined) return `${name} was not measured: ${row.failure}`;
  if (timesOf(row) !== undefined) return `${name}: ${row.description}`;
  const seconds = Math.round(row.value.step / 1000);
  return `${name}: ${row.description}. Too slow to be timed: the faster one of two steps took ${seconds} s.`;
}

/** Times of a step. */
export function measurementTable(rows: readonly DeviceMeasurement[]): Table<DeviceMeasurement> {
  const time = (ms: number) => (ms < 10 ? ms.toFixed(2) : ms.toFixed(0));
  const ofTimes = (text: (times: Times) => string) => (row: DeviceMeasurement) => {
    const times = timesOf(row);
    return times === undefined ? '–' : text(times);
  };
  return {
    rows: [...rows],
    columns: [
      { name: 'device', head: 'Device', value: ({ device }) => DEVICE_NAMES[device] },
      {
        name: 'tokens_per_second',
        head: 'tokens/s',
        value: ofTimes(({ tokens, step }) => Math.round((1000 * tokens) / step).toLocaleString('en')),
      },
      { name: 'step_ms', head: 'ms a step', value: ofTimes(({ step }) => time(step)) },
      {
        name: 'javascript_ms',
        head: 'JavaScript, ms',
        title: 'Time in which the page prepares a step for the GPU. A step cannot be faster.',
        value: (row) => (row.device === 'simd' ? '–' : ofTimes(({ javascript }) => time(javascript))(row)),
      },
    ],
  };
}

/** The programs of a step on a GPU; undefined where they were not timed. */
export function programTable(rows: readonly DeviceMeasurement[]): Table<ProgramTime> | undefined {
  const programs = rows.flatMap((row) => (row.failure === undefined ? (row.value.programs ?? []) : []));
  if (programs.length === 0) return undefined;
  const total = programs.reduce((sum, { time }) => sum + time, 0);
  const share = (time: number) => (total > 0 ? formatShare(time / total) : '–'); // clocks may be coarse
  return {
    rows: programs,
    columns: [
      { name: 'program', head: 'Program', value: ({ program }) => program },
      { name: 'dispatches', head: 'Runs', title: 'How often a step runs it', value: ({ dispatches }) => dispatches },
      { name: 'us', head: 'µs', title: 'In one step', value: ({ time }) => time.toFixed(0) },
      { name: 'share', head: 'Share', value: ({ time }) => share(time) },
    ],
  };
}

function markdownTable<Row>({ columns, rows }: Table<Row>): string[] {
  const line = (cells: readonly CsvCell[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ head }) => head)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map(({ value }) => value?.(row)))),
  ];
}

/** The tables as text, with what the devices are, to be sent to somebody. */
export function measurementText(rows: readonly DeviceMeasurement[], browser: string): string {
  const programs = programTable(rows);
  return [
    ...markdownTable(measurementTable(rows)),
    '',
    ...rows.map(remarkOn),
    `Browser: ${browser}`,
    'Training steps of the default recipe, 8 generated sentences each.',
    ...(programs === undefined ? [] : ['', ...markdownTable(programs)]),
  ].join('\n');
}
