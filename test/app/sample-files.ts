import { inject } from 'vitest';
import type { RunConfig } from '../../src/config/schema.ts';

/** Settings with which a model learns the sentences in five epochs of a few milliseconds, each better than the one before. */
export const TINY = {
  wordDim: 16,
  charDim: 4,
  charFeatures: 6,
  hidden: 16,
  batchSize: 1,
  learningRate: 0.04,
  schedule: 'inverse',
  averaging: 0,
  dropoutInput: 0,
  dropoutOutput: 0,
  wordDropout: 0,
} satisfies Partial<RunConfig>;

/** Entities in brackets, type first. PER is the most frequent type, then ORG, LOC and MISC, as in `TYPES` of samples.ts. */
const SENTENCES = [
  '[PER Angela Merkel] met the board of [ORG Siemens] in [LOC Berlin] .',
  '[PER Ada Vale] left [ORG Harbour Works] for the [MISC Norrby Cup] in [LOC Oslo] .',
  '[ORG Siemens] hired [PER Mira Holt] in [LOC Paris] .',
  '[PER Tom Arden] told [ORG Corner Bank] about the [MISC Autumn Fair] in [LOC Berlin] .',
  '[ORG Rail Works] paid [PER Ada Vale] .',
  '[PER Mira Holt] sailed from [LOC Oslo] .',
  '[PER Tom Arden] rests on Sunday .',
  'The harbour opens on Sunday .',
];

const TEXT =
  'Mira Holt left Oslo on Sunday, as she had said.\nThen she met Tom Arden at the harbour, which was closed.\n';

/** Two of its fields can be the text. */
const RECORDS =
  'id,subject,text\n7,News of the harbour,"Mira Holt left Oslo, alas."\n9,Nothing new at all,Then she met Tom Arden.\n';

/**
 * A file for the trainer, by its name: `.train`, `.dev` and `.test` are corpora (with another entity type if the name starts with
 * "other."), `.txt` is running text, `.csv` a table of texts, `.zip` a model that knows them; with "glove" in its name it has vectors. Other names
 * are images.
 */
export function sampleFile(name: string): File {
  return new File([contentsOf(name)], name);
}

function contentsOf(name: string): BlobPart {
  if (/glove/.test(name)) return vectors();
  if (name.endsWith('.zip')) return Uint8Array.from(atob(inject('sampleModel')), (byte) => byte.charCodeAt(0));
  if (name.endsWith('.txt')) return TEXT;
  if (name.endsWith('.csv')) return RECORDS;
  if (name.startsWith('other.')) return conll(['[RIVER Tinga] rises here .']);
  if (name.endsWith('.train')) return conll(SENTENCES);
  if (/\.(dev|test)$/.test(name)) return conll(SENTENCES.slice(0, 4));
  return Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13);
}

/** Four columns, as in CoNLL-2003: the token, two unused columns, and its BIO tag. */
function conll(sentences: readonly string[]): string {
  return sentences
    .map((sentence) => [...sentence.matchAll(/\[(\w+) ([^\]]+)\]|(\S+)/g)].flatMap(tokenLines).join(''))
    .join('\n');
}

function tokenLines([, type, entity, word]: RegExpMatchArray): string[] {
  if (entity === undefined) return [`${word} NN B-NP O\n`];
  return entity.split(' ').map((token, i) => `${token} NNP B-NP ${i === 0 ? 'B' : 'I'}-${type}\n`);
}

/** Vectors of the lower-case words of the sentences, and of some names. */
function vectors(): string {
  const words = ['the', 'of', 'in', 'on', 'about', 'for', 'harbour', 'sunday', 'berlin', 'oslo', 'paris', '.'];
  const vector = (i: number) => Array.from({ length: 8 }, (_, j) => Math.sin(7 * i + 3 * j).toFixed(3)).join(' ');
  return words.map((word, i) => `${word} ${vector(i)}\n`).join('');
}
