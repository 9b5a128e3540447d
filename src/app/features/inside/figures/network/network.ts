import { networkStages, type Stage, type StageId } from '../../../../../insight/network.ts';
import type { ScoredSentence } from '../../../../../insight/sentence.ts';
import type { Trellis } from '../../../../../insight/trellis.ts';
import { savedColumns, type Table } from '../../../../../lib/table.ts';
import type { Inspection } from '../../../../../tagging/explain/inspect.ts';

/** A row of the drawing: the output of a stage for each token. */
export interface NetworkRow {
  /** Undefined: the tags, which are the result of the last stage. */
  stage: StageId | undefined;
  name: string;
  /**
   * Text; a box per token; boxes with arrows between them in one direction; or one box across all tokens, which depends on all of them.
   */
  kind: 'text' | 'boxes' | 'forward' | 'backward' | 'bar';
  /** Text of each column; a bar has a single text. */
  texts: readonly string[];
}

/** Number of characters that fit a column, including the padding at both ends. */
const LETTERS = 9;

/** From characters to tags, with one or two rows per stage, in the order of the forward pass. */
export function networkRows(stages: readonly Stage[], { sentence: { tokens, tags }, path }: Trellis): NetworkRow[] {
  const all = (text: string) => tokens.map(() => text);
  const rows = stages.flatMap(({ id, name, shape }): NetworkRow[] => {
    const size = String(shape.at(-1));
    switch (id) {
      case 'features':
        return [{ stage: id, name: 'features', kind: 'boxes', texts: all(Number(size).toLocaleString('en')) }];
      case 'characters':
        return [{ stage: id, name: 'characters', kind: 'text', texts: tokens.map(paddedLetters) }];
      case 'character-encoder':
        return [{ stage: id, name: name.replace('Character ', 'char '), kind: 'boxes', texts: all(size) }];
      case 'word-vectors':
        return [{ stage: id, name: 'vector', kind: 'boxes', texts: all(size) }];
      case 'inputs':
        return [{ stage: id, name: 'joined', kind: 'boxes', texts: all(size) }];
      case 'recurrent':
        return recurrentRows(name, Number(size), tokens.length);
      case 'attention':
        return [{ stage: id, name: 'attention', kind: 'bar', texts: ['attention to all words of the sentence'] }];
      case 'document':
        return [
          { stage: id, name: 'document', kind: 'bar', texts: ['attention to the same word elsewhere in the text'] },
        ];
      case 'emissions':
        return [{ stage: id, name: 'emissions', kind: 'boxes', texts: all(size) }];
      case 'decoder':
        return name === 'CRF'
          ? [{ stage: id, name: 'CRF', kind: 'bar', texts: ['CRF: one path through all tokens'] }]
          : [{ stage: id, name: 'softmax', kind: 'boxes', texts: all('max') }];
      default:
        return id satisfies never;
    }
  });
  return [...rows, { stage: undefined, name: 'tags', kind: 'text', texts: Array.from(path, (tag) => tags[tag]!) }];
}

/** `·City·`: the word with the padding at both ends that the filters see. */
function paddedLetters(word: string): string {
  const letters = [...word];
  return `·${letters.length > LETTERS ? `${letters.slice(0, LETTERS - 1).join('')}…` : `${word}·`}`;
}

/** @param size of the output, for all directions together */
function recurrentRows(name: string, size: number, T: number): NetworkRow[] {
  const cell = /LSTM|GRU|RNN/.exec(name)![0];
  const directions = name.startsWith('Bi') ? (['forward', 'backward'] as const) : [/forward|backward/.exec(name)![0]];
  return directions.map((direction) => ({
    stage: 'recurrent',
    name: `${cell} ${direction === 'forward' ? '→' : '←'}`,
    kind: direction === 'forward' ? 'forward' : 'backward',
    texts: Array.from({ length: T }, () => String(size / directions.length)),
  }));
}

export function stagesOf({ config, inputs, mix, tags }: Inspection, { tokens }: ScoredSentence): Stage[] {
  const forms = new Set(tokens);
  const characters = [...forms].reduce((sum, form) => sum + [...form].length, 0);
  return networkStages(config, {
    tokens: tokens.length,
    forms: forms.size,
    characters,
    inputs,
    mix,
    tags: tags.length,
  });
}

export function networkTable(stages: readonly Stage[]): Table<Stage> {
  return {
    columns: savedColumns<Stage>({
      stage: ({ name }) => name,
      shape: ({ shape }) => shape.join(' x '),
      how: ({ how }) => how,
    }),
    rows: stages,
  };
}
