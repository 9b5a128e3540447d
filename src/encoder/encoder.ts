import { StudioError } from '../lib/errors.ts';
import { sha256 } from '../lib/sha256.ts';
import { readEncoderGraph, type EncoderGraph } from './onnx-graph.ts';
import { WordPieces } from './word-pieces.ts';

/** Contents of the files of an encoder. */
export interface EncoderFiles {
  name: string;
  model: Uint8Array;
  /** External data, by the path used in the model. */
  external: { path: string; data: Uint8Array }[];
  /** Contents of tokenizer.json. */
  tokenizer: string;
  /** Contents of tokenizer_config.json and of config.json. */
  tokenizerConfig?: string | undefined;
  config?: string | undefined;
}

/** An encoder whose files have been checked. */
export interface ParsedEncoder {
  name: string;
  graph: EncoderGraph;
  pieces: WordPieces;
  /** Maximum number of word pieces per input. */
  limit: number;
}

/** Maximum input length, including special tokens: the length that models of this kind are trained with. */
const MAX_POSITIONS = 512;

/** Maximum number of unused rows: for speed, the tables of some models have more rows than pieces. */
const MAX_SPARE_ROWS = 1024;

/**
 * Parses the files of an encoder, and checks that they match.
 *
 * @throws StudioError BadInput with what was expected
 */
export function parseEncoder({
  name,
  model,
  external,
  tokenizer,
  tokenizerConfig,
  config,
}: EncoderFiles): ParsedEncoder {
  const graph = readEncoderGraph(name, model);
  const missing = graph.externalFiles.filter((file) => !external.some(({ path }) => path === file));
  if (missing.length > 0) {
    throw new StudioError(
      'BadInput',
      `${name} has its weights in ${missing.join(', ')}, which ${missing.length === 1 ? 'is' : 'are'} missing. Add all files of the encoder together.`,
    );
  }
  const pieces = new WordPieces(json('tokenizer.json', tokenizer), optional('tokenizer_config.json', tokenizerConfig));
  const { vocabulary } = graph;
  if (vocabulary !== undefined && (pieces.size > vocabulary || pieces.size < vocabulary - MAX_SPARE_ROWS)) {
    throw new StudioError(
      'BadInput',
      `tokenizer.json belongs to another model: it has ${count(pieces.size)} pieces, and ${name} has vectors for ${count(vocabulary)}. Add the tokenizer.json that the encoder was trained with.`,
    );
  }
  const settings = optional('config.json', config);
  const rows = graph.positions ?? numberOf(settings, 'max_position_embeddings') ?? MAX_POSITIONS;
  // In RoBERTa and related models, positions begin after the padding id, 1.
  const used = (numberOf(settings, 'pad_token_id') ?? pieces.padding) === 1 ? 2 : 0;
  const limit = Math.min(rows - used, MAX_POSITIONS) - pieces.before.length - pieces.after.length;
  if (limit < 1) {
    throw new StudioError(
      'BadInput',
      `${name} accepts only ${rows} positions, too few for a word. Use an encoder for 512 positions.`,
    );
  }
  return { name, graph, pieces, limit };
}

function json(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StudioError('BadInput', `${file} is not JSON: it is damaged or incomplete. Download it again.`, {
      cause,
    });
  }
}

function optional(file: string, text: string | undefined): object {
  const value = text === undefined ? {} : json(file, text);
  return typeof value === 'object' && value !== null ? value : {};
}

function numberOf(settings: object, key: string): number | undefined {
  const value = (settings as Record<string, unknown>)[key];
  return typeof value === 'number' ? value : undefined;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** SHA-256 of all files that determine the features, in hexadecimal. */
export async function hashOf({ model, external, tokenizer, tokenizerConfig = '' }: EncoderFiles): Promise<string> {
  const parts = [model, ...external.map(({ data }) => data)];
  const hashes = await Promise.all(parts.map((data) => sha256(data)));
  const text = [...hashes, tokenizer, tokenizerConfig].join('\n');
  return sha256(new TextEncoder().encode(text));
}
