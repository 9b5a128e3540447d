import { bestOf, recordShown, type RunRecord } from '../stores/runs/history.ts';
import { sentencesRestored } from '../stores/runs/over-time.ts';
import { figuresRestored } from '../stores/runs/run.ts';
import { largestOf } from '../stores/runs/series.ts';

/** Shows the charts of a stored run again, as they were at its end. Does nothing for a run whose steps are not stored. */
export function restoreFiguresOf(record: RunRecord): void {
  const { id, recipe, drawn, epochs, kept } = record;
  if (drawn === undefined || kept === undefined) return;
  const matrices = kept.epochs.map(({ epoch, transitions }) => ({ epoch, transitions }));
  figuresRestored(recipe.config, drawn.facts, {
    losses: drawn.losses,
    signals: drawn.signals,
    epochs,
    matrices,
    largestWeight: Math.max(0, ...matrices.map(({ transitions }) => largestOf(transitions))),
    transitions: matrices.find(({ epoch }) => epoch === bestOf(record)?.epoch)?.transitions,
  });
  sentencesRestored(kept.epochs.flatMap(({ sentence }) => sentence ?? []));
  recordShown(id);
}
