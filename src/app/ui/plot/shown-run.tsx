import { useHistoryStore, type RunRecord } from '../../stores/runs/history.ts';
import { useRunStore } from '../../stores/runs/run.ts';
import { dataInWords } from '../../stores/workspace.ts';
import { FigureNote } from '../Figure.tsx';

/** What figures are of: a run with its dev data, or a model. */
export type FiguresOf = { run: Pick<RunRecord, 'name' | 'dev'> } | { model: string } | undefined;

/** The run whose losses and scores are shown; undefined if there is none, or its record was deleted. */
export function useShownRun(): RunRecord | undefined {
  const hasRun = useRunStore(({ progress }) => progress.facts !== undefined);
  const shown = useHistoryStore(({ records, latest }) => records.find(({ id }) => id === latest));
  return hasRun ? shown : undefined;
}

/** `Run 3, epoch 4, dev (town.dev)`. @param epoch undefined: of no epoch of a run */
export function figuresInWords(of: FiguresOf, epoch: number | undefined): string {
  const ofEpoch = epoch === undefined ? '' : `epoch ${epoch}, `;
  if (of === undefined) return `${ofEpoch}dev`;
  if ('model' in of) return `${of.model}, its dev data`;
  return `${of.run.name}, ${ofEpoch}dev${of.run.dev === '' ? '' : ` (${of.run.dev})`}`;
}

/** Names the run in the caption of its figure, or else the model. */
export function RunNote({ epoch, model }: { epoch?: number | undefined; model?: string | undefined }) {
  const run = useShownRun();
  const name = run?.name ?? model;
  const words = [...(name === undefined ? [] : [name]), ...(epoch === undefined ? [] : [`epoch ${epoch}`])].join(', ');
  if (words === '') return null;
  return <FigureNote title={run && `${words}: ${dataInWords(run)}`}>{words}</FigureNote>;
}
