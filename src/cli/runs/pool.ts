import type { LegacyEncoding } from '../../data/encodings.ts';
import { importFile } from '../../annotation/exchange/import-file.ts';
import type { ImportedTexts } from '../../annotation/exchange/import-texts.ts';
import { textPool } from '../../annotation/exchange/text-pool.ts';
import type { RunConfig } from '../../config/schema.ts';
import { percentText, signedPercentText } from '../../eval/figure-text.ts';
import { keptText } from '../../eval/kept-student.ts';
import type { RunInputs } from '../../runs/inputs.ts';
import { timesAsLong, type PoolSentence, type UnlabelledOptions } from '../../runs/unlabelled.ts';
import { readCorpusBytes } from '../files.ts';
import { count } from '../format.ts';
import { reportProblems } from '../inputs/inputs.ts';
import type { Terminal } from '../terminal.ts';

/** Text without labels: the sentences of all files, with documents. @throws StudioError BadInput */
export async function loadPool(
  terminal: Terminal,
  files: readonly string[],
  encoding: LegacyEncoding | undefined,
): Promise<PoolSentence[]> {
  const texts: ImportedTexts[] = [];
  for (const file of files) {
    const read = await importFile(new File([await readCorpusBytes(file)], file), { encoding });
    reportProblems(terminal, { file, ...read });
    terminal.note(`unlabelled: ${file}, ${count(read.sentences.length)} sentences`);
    texts.push(read);
  }
  return textPool(texts);
}

/** Says how long it takes, what the teachers make of the pool, and what the student gains. */
export function poolReporter(
  terminal: Terminal,
  { config }: { config: RunConfig },
  { source }: Pick<RunInputs, 'source'>,
  pool: readonly PoolSentence[],
): Pick<UnlabelledOptions, 'onLabelled' | 'onCompared'> {
  const times = timesAsLong(config, source.train, pool);
  terminal.note(`Learning from unlabelled text takes about ${times.toFixed(1)} times as long as a single run.`);
  return {
    onLabelled: ({ sentences, of }) =>
      terminal.note(`The teachers agree on ${count(sentences.length)} of ${count(of)} sentences without labels.`),
    onCompared({ f1: [student, teacher], difference, interval }) {
      const [low, high] = interval.map(signedPercentText);
      terminal.note(
        `dev F1 ${percentText(student)} of the student, ${percentText(teacher)} of the best teacher: ${signedPercentText(difference)} (95% interval ${low} to ${high}). ${keptText({ difference, interval })}`,
      );
    },
  };
}
