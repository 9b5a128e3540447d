import type { Bytes } from '../../lib/units.ts';
import type { FeatureKindName } from '../vocabulary/features.ts';
import type { Batch, BatchIndicators, BatchSizes } from './batch.ts';
import type { LinkRows, Links } from './link-rows.ts';
import { MAX_LINKS } from './links.ts';
import { raggedRows, type Lookup, type Ragged } from './ragged.ts';

/**
 * Room of a padded batch for characters and links, for each of its tokens: of the first value if they fit, otherwise of the second. 99%
 * of the batches of CoNLL-2003 and BC5CDR need less than 6 characters and 1 link. What is not needed would be sent to the device too.
 */
const CHARACTERS_PER_TOKEN = [8, 16] as const;
const LINKS_PER_TOKEN = [2, MAX_LINKS] as const;
/** Longer forms are rare: then there is room for the longest possible one. */
const LONGEST_FORM = 64;

/** Sizes per doubling of the number of tokens: at most a quarter more than the batch needs, and few different sizes. */
const SIZES_PER_OCTAVE = 4;
const SMALLEST = 16;

/** The smallest sizes that a batch fits into. Batches with the same sizes can be padded to the same shapes. */
export function paddedSizes(batch: Batch): BatchSizes {
  // For a character LSTM each character is a row of matrix products. Otherwise, they are only read where a form has them.
  const areRows = batch.charLstm !== undefined;
  const tokens = sizeFor(
    Math.max(
      raggedRows(batch.layout),
      batch.forms.lengths.length,
      areRows ? 0 : Math.ceil(batch.chars.length / CHARACTERS_PER_TOKEN[1]),
    ),
  );
  const roomFor = (needed: number, [usual, most]: readonly [number, number]) =>
    tokens * (needed <= usual * tokens ? usual : most);
  const characters = areRows ? sizeFor(batch.chars.length) : roomFor(batch.chars.length, CHARACTERS_PER_TOKEN);
  const longestForm = batch.forms.stepOffsets.length - 1;
  const { indicators } = batch;
  return {
    tokens,
    characters,
    longestForm: longestForm <= LONGEST_FORM ? LONGEST_FORM : characters,
    links: batch.links === undefined ? 0 : roomFor(batch.links.own.targets.length, LINKS_PER_TOKEN),
    attention: batch.attention === undefined ? 0 : sizeFor(batch.attention.own.targets.length),
    indicatorRows: indicators === undefined ? 0 : sizeFor(indicators.rows.length),
    indicatorItems: indicators === undefined ? 0 : sizeFor(indicators.bags.rows.length),
  };
}

/** The arrays of a padded batch, kept for the next one of the same sizes: most of the garbage of a repeated step would be these. */
export class PaddedArrays {
  readonly #arrays: (Int32Array | Float32Array)[] = [];
  #next = 0;

  get bytes(): Bytes {
    return this.#arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Before a batch: its arrays replace those of the last one. */
  begin(): void {
    this.#next = 0;
  }

  /** A copy of the values, with `rest` after them. */
  resized<Values extends Int32Array | Float32Array>(values: Values, length: number, rest: number): Values {
    const kept = this.#arrays[this.#next];
    const isFitting = kept?.length === length && kept.constructor === values.constructor;
    const all = (isFitting ? kept : new (values.constructor as new (length: number) => Values)(length)) as Values;
    this.#arrays[this.#next++] = all;
    all.set(values);
    all.fill(rest, values.length);
    return all;
  }
}

function sizeFor(needed: number): number {
  const least = Math.max(needed, SMALLEST);
  const step = 2 ** Math.floor(Math.log2(least)) / SIZES_PER_OCTAVE;
  return Math.ceil(least / step) * step;
}

/**
 * Appends rows that belong to no sentence, so that batches of different sizes have the same shapes. Rows keep their place. Recurrent layers
 * and the loss skip the appended ones, and their gradients are 0. Appended words are row -1, which no kernel reads or changes; forms have
 * no characters; look-ups find row 0, but are missing in the inverse.
 *
 * @param sizes of `paddedSizes`, or larger ones
 * @param arrays of the last batch of these sizes, which are overwritten
 */
export function padBatch(batch: Batch, sizes: BatchSizes, arrays = new PaddedArrays()): Batch {
  const { tokens, characters, longestForm, links, attention } = sizes;
  const inputs = tokens; // P
  arrays.begin();
  return {
    ...batch,
    layout: padSteps(arrays, batch.layout, tokens),
    words: arrays.resized(batch.words, tokens, -1),
    inputWords: padLookup(arrays, batch.inputWords, inputs, tokens),
    forms: {
      ...padSteps(arrays, batch.forms, longestForm),
      lengths: arrays.resized(batch.forms.lengths, tokens, 0),
    },
    chars: arrays.resized(batch.chars, characters, 0),
    inputForms: padLookup(arrays, batch.inputForms, inputs, tokens),
    features: Object.fromEntries(
      Object.entries(batch.features).map(([kind, lookup]) => [kind, padFeatures(arrays, lookup, batch, inputs)]),
    ) as Partial<Record<FeatureKindName, Lookup>>,
    encoded: batch.encoded && {
      width: batch.encoded.width,
      values: arrays.resized(batch.encoded.values, inputs * batch.encoded.width, 0),
    },
    tokenInputs: batch.tokenInputs && arrays.resized(batch.tokenInputs, tokens, 0),
    charLstm: batch.charLstm && {
      embedded: padLookup(arrays, batch.charLstm.embedded, characters),
      last: padLookup(arrays, batch.charLstm.last, tokens, characters),
      first: padLookup(arrays, batch.charLstm.first, tokens, characters),
    },
    links: batch.links && padLinks(arrays, batch.links, tokens, links),
    ...(batch.attention && { attention: padLinks(arrays, batch.attention, tokens, attention) }),
    indicators: batch.indicators && padIndicators(arrays, batch.indicators, sizes),
    ...(batch.texts && {
      texts: {
        ...batch.texts,
        first: padLookup(arrays, batch.texts.first, batch.texts.classes.length, tokens),
        last: padLookup(arrays, batch.texts.last, batch.texts.classes.length, tokens),
        links: padLinks(arrays, batch.texts.links, tokens, tokens),
      },
    }),
    tags: batch.tags.length === 0 ? batch.tags : arrays.resized(batch.tags, tokens, 0),
    padded: sizes,
  };
}

/** The arrays of a batch that the model reads, in a fixed order. */
export function batchArrays(batch: Batch): (Int32Array | Float32Array)[] {
  const arrays: (Int32Array | Float32Array)[] = [];
  collectArrays({ ...batch, sentences: undefined }, arrays);
  return arrays;
}

function collectArrays(value: object, arrays: (Int32Array | Float32Array)[]): void {
  for (const part of Object.values(value)) {
    if (part instanceof Int32Array || part instanceof Float32Array) arrays.push(part);
    else if (typeof part === 'object' && part !== null) collectArrays(part as object, arrays);
  }
}

/** Appends steps without items. */
function padSteps(arrays: PaddedArrays, ragged: Ragged, steps: number): Ragged {
  return { ...ragged, stepOffsets: arrays.resized(ragged.stepOffsets, steps + 1, raggedRows(ragged)) };
}

/** @param rows of the table; default: as many as before */
function padLookup(
  arrays: PaddedArrays,
  { index, offsets, items }: Lookup,
  count: number,
  rows = offsets.length - 1,
): Lookup {
  return {
    index: arrays.resized(index, count, 0),
    offsets: arrays.resized(offsets, rows + 1, items.length),
    items: arrays.resized(items, count, 0),
  };
}

function padFeatures(arrays: PaddedArrays, lookup: Lookup, batch: Batch, inputs: number): Lookup {
  return padLookup(arrays, lookup, (lookup.index.length / batch.inputWords.index.length) * inputs);
}

/** Appends tokens without features, and features of row -1 that no token has. */
function padIndicators(arrays: PaddedArrays, { rows, bags }: BatchIndicators, sizes: BatchSizes): BatchIndicators {
  const { tokens, indicatorRows, indicatorItems } = sizes;
  return {
    rows: arrays.resized(rows, indicatorRows, -1),
    bags: {
      offsets: arrays.resized(bags.offsets, tokens + 1, bags.rows.length),
      rows: arrays.resized(bags.rows, indicatorItems, 0),
      inverseOffsets: arrays.resized(bags.inverseOffsets, indicatorRows + 1, bags.rows.length),
      bags: arrays.resized(bags.bags, indicatorItems, 0),
    },
  };
}

function padLinks(arrays: PaddedArrays, { rows, own, inverse }: Links, tokens: number, links: number): Links {
  const padRows = ({ offsets, entries, targets }: LinkRows): LinkRows => ({
    offsets: arrays.resized(offsets, tokens + 1, entries.length),
    entries: arrays.resized(entries, links, 0),
    targets: arrays.resized(targets, links, 0),
  });
  return { rows: padLookup(arrays, rows, tokens, tokens), own: padRows(own), inverse: padRows(inverse) };
}
