import runtime from 'virtual:tagger.mjs';
import types from 'virtual:tagger.d.mts';
import { recallInWords } from '../eval/recall-in-words.ts';
import type { Scores } from '../eval/scores.ts';
import { StudioError } from '../lib/errors.ts';
import { base64 } from '../lib/base64.ts';
import { writeBundle, type BundleOptions } from './bundle.ts';
import type { ModelToWrite } from './bundle-contents.ts';
import { notOnPages, onlyForTagsmith } from './supported-programs.ts';
import { writePage } from './page.ts';
import { withOwnScores } from './rounded-scores.ts';

/** Export formats of a model: the bundle, a page, or a JavaScript module with the model inside. */
export const EXPORT_KINDS = ['zip', 'page', 'runtime'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export const EXPORT_ENDINGS: Record<ExportKind, string> = { zip: '.zip', page: '.html', runtime: '.mjs' };

/** Files by name, in the order in which they are written. */
export type ExportedFiles = Record<string, Uint8Array<ArrayBuffer>>;

export interface ExportOptions extends Omit<BundleOptions, 'modelOnly'> {
  /** Scores of the rounded weights, if they were measured. */
  rounded?: Scores | undefined;
  /** Whether a page reads documents of other programs. */
  readsDocuments?: boolean | undefined;
}

/**
 * @param name of the file, without extension
 * @throws StudioError BadModel if the exported tagger does not support the model
 */
export function exportFiles(
  kind: ExportKind,
  name: string,
  exact: ModelToWrite,
  { rounded, readsDocuments = false, ...options }: ExportOptions = {},
): ExportedFiles {
  const bundle = withOwnScores(exact, options.precision ?? 'exact', rounded);
  const file = `${name}${EXPORT_ENDINGS[kind]}`;
  if (kind === 'zip') return { [file]: writeBundle(bundle, { ...options, card: { name, ...options.card } }) };
  const refused = onlyForTagsmith(bundle.vocabulary) ?? (kind === 'page' ? notOnPages(bundle.style) : undefined);
  if (refused !== undefined) {
    throw new StudioError('BadModel', `${file} cannot contain this model: ${refused.replaceAll('`', '')}`);
  }
  const zip = writeBundle(bundle, { ...options, modelOnly: true });
  if (zip.length > LARGEST) {
    throw new StudioError(
      'BadInput',
      `The model has ${Math.round(zip.length / 1e6)} MB, but ${file} can contain at most ${LARGEST / 1e6} MB. Choose a smaller size, or export a zip.`,
    );
  }
  if (kind === 'page') {
    const recall = recallInWords(bundle.provenance.dev, 'its');
    const { threshold } = bundle.confidence ?? {};
    return { [file]: writePage(zip, { title: name, about: aboutOf(bundle), recall, threshold, readsDocuments }) };
  }
  return { [file]: moduleWith(zip), [`${name}.d.mts`]: new TextEncoder().encode(`${types}${MODULE_TYPES}`) };
}

/** A string of JavaScript has at most 2^29 characters in Chromium. */
const LARGEST = 400e6;

const MODULE_TYPES = `
/** Opens the model in this module. */
export function load(options?: LoadOptions): Promise<Tagger>;
`;

function moduleWith(zip: Uint8Array): Uint8Array<ArrayBuffer> {
  const model = new TextDecoder().decode(base64(zip));
  const lines = [
    '',
    '/** Opens the model in this module: see tagger.d.mts. */',
    'export function load(options) {',
    '  return Tagger.load(Uint8Array.from(atob(MODEL), (character) => character.charCodeAt(0)), options);',
    '}',
    '',
    `const MODEL = '${model}';`,
    '',
  ];
  return new TextEncoder().encode(runtime + lines.join('\n'));
}

/** Description of the model on a page. */
function aboutOf({ vocabulary, style, provenance }: ModelToWrite): string {
  const types = [
    ...new Set(vocabulary.tags.map((tag) => (style.scheme === 'none' ? tag : tag.replace(/^[^-]*-?/, '')))),
  ];
  const names = types.filter((type) => type !== '');
  const shown = names.length > 8 ? `${names.slice(0, 8).join(', ')} and ${names.length - 8} more` : names.join(', ');
  const { dev } = provenance;
  const isTags = style.scheme === 'none';
  const score =
    dev === undefined
      ? ''
      : ` ${isTags ? 'Token accuracy' : 'F1'} ${(100 * dev.overall.f1).toFixed(1)} on its dev data.`;
  const what = isTags ? `Assigns one of the tags ${shown} to each word.` : `Finds ${shown} in text.`;
  return `${what}${score} Works offline; no text leaves this page.`;
}
