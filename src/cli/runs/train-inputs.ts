import { basename } from 'node:path';
import { DOCUMENTS_PRESET } from '../../config/documents-preset.ts';
import { ENTITY_RATIO_SETTINGS, ratioWarning } from '../../config/entity-ratio.ts';
import type { RunConfig } from '../../config/schema.ts';
import { tagKind } from '../../data/corpus.ts';
import { listQuality, type ListQuality } from '../../data/features/list-quality.ts';
import { readInputs, type ReadInputsOptions, type Role, type RunInputs } from '../../runs/inputs.ts';
import { unknownWords } from '../../runs/plan.ts';
import { loadEncoder } from '../inputs/encoder.ts';
import { count } from '../format.ts';
import { corpusFile, inputReporter, namesFile, vectorsFile, vectorsProgress } from '../inputs/inputs.ts';
import { readingWithRecipe, reportRecipe } from './recipe.ts';
import type { RunOptions } from './run-options.ts';
import { filesNamedIn, readingOf } from '../parsing/shared-flags.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../parsing/usage.ts';
import { formatShare } from '../../lib/format-share.ts';

/**
 * Reads the files of a run and prints a summary of each.
 *
 * @throws StudioError BadInput, BadCorpus, BadVectors, Cancelled
 */
export async function loadTrainInputs(
  terminal: Terminal,
  options: RunOptions,
  signal: AbortSignal,
  { knownTypes, pool }: Pick<ReadInputsOptions, 'knownTypes' | 'pool'> = {},
): Promise<RunInputs> {
  const { train, dev, test, embeddings, gazetteer, columns, classField } = options;
  const corpora = (paths: readonly string[], role: Role) => paths.map((path) => corpusFile(path, classField, role));
  for (const file of filesNamedIn(options)) {
    if ([...train, ...dev, ...test].includes(file)) continue;
    throw new UsageError(
      `--types-of and --types-as name ${file}, which is no file of this run: write it as after --train.`,
    );
  }
  const inputs = await readInputs(
    {
      train: corpora(train, 'train'),
      dev: corpora(dev, 'dev'),
      test: corpora(test, 'test'),
      gazetteers: gazetteer.map((path) => namesFile(path, options.encoding)),
      vectors: embeddings === undefined ? undefined : vectorsFile(embeddings),
    },
    {
      knownTypes,
      pool,
      reading: (name, alone) =>
        readingWithRecipe(terminal, options.recipe, basename(name), alone, readingOf(options, name)),
      inputColumns: columns ?? [],
      settings: (haveDocuments) => settingsFor(terminal, options, haveDocuments),
      signal,
      onVectorsProgress: vectorsProgress(terminal, embeddings),
      report: inputReporter(terminal),
    },
  );
  if (tagKind(inputs.source.style) === 'classes' && inputs.config.emissions === 'features') {
    terminal.note('Texts with one class need a network: emissions=features has no effect on them.');
  }
  const warning = ratioWarning(inputs.config, unknownWords(inputs.source));
  if (warning !== undefined) {
    const settings = Object.entries(ENTITY_RATIO_SETTINGS).map(([name, value]) => `--set ${name}=${value}`);
    terminal.note(`${warning} Add ${settings.join(' ')}.`);
  }
  for (const quality of listQuality(inputs.source.lists ?? [], inputs.source.train))
    terminal.note(qualityLine(quality));
  const encoder = options.encoder === undefined ? undefined : await loadEncoder(terminal, options.encoder);
  if (options.recipe !== undefined) {
    reportRecipe(terminal, options.recipe, { ...inputs.corpora, vectors: inputs.vectors });
  }
  return { ...inputs, source: { ...inputs.source, encoder: encoder?.features } };
}

/** The settings of a new run: if no recipe was chosen, those that suit the training files, as on the page. */
function settingsFor(
  terminal: Terminal,
  { config, configForDocuments }: Pick<RunOptions, 'config' | 'configForDocuments'>,
  haveDocuments: boolean,
): RunConfig {
  if (configForDocuments === undefined || !haveDocuments) return config;
  terminal.note(
    `preset ${DOCUMENTS_PRESET}: the training files have documents. --preset tagsmith trains on single sentences`,
  );
  return configForDocuments;
}

function qualityLine({ name, names, matches, entities, types, misleading }: ListQuality): string {
  const found = `list ${name}: ${count(names)} names, ${count(matches)} matches in train`;
  if (matches === 0) return found;
  const ofTypes = types.map(
    ({ type, precision, recall }) => `${type} precision ${formatShare(precision)}, recall ${formatShare(recall)}`,
  );
  const wrong = misleading.map(({ text, wrong: times }) => `${text} (${times})`);
  return [
    `${found}, ${formatShare(entities / matches)} of them entities`,
    ...ofTypes,
    ...(wrong.length > 0 ? [`most often no entity: ${wrong.join(', ')}`] : []),
  ].join('; ');
}
