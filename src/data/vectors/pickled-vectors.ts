import { nameIn } from '../../lib/paths.ts';
import type { Bytes } from '../../lib/units.ts';
import type { RandomAccessFile } from '../files/random-access-file.ts';
import { bad, isObject, matrixFrom, npyArray, type NumpyArray, pickledArray } from './numpy.ts';
import { type Pickled, PickleEnded, readPickle } from './pickle.ts';
import { matrixOf } from '../files/matrix-file.ts';
import { linesOf, pickledWords, type WordMatrix } from './word-matrix.ts';

/** Bytes of a pickle that are read first; larger ones are read again. */
const FIRST: Bytes = 1 << 26;
/** Most memory for the words. */
const MAX_PICKLE: Bytes = 1 << 29;

/**
 * The vectors in a pickle of Python as lines of text: gensim's `KeyedVectors` (`.kv`), or plain data (`pickledWords`). A `.kv` is followed
 * by its matrix (`.kv.vectors.npy`) if gensim has saved that separately. The pickle is read as data: nothing of it is executed.
 *
 * @throws StudioError BadVectors
 */
export async function* pickledLines(file: RandomAccessFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { value, end } = await readWhole(file);
  const table = isObject(value) ? undefined : await pickledWords(named(file), value);
  yield* linesOf(named(file), table ?? (await keyedVectors(file, value, end)));
}

/** @param end of the pickle in the file */
async function keyedVectors(file: RandomAccessFile, value: Pickled, end: Bytes): Promise<WordMatrix> {
  const fields = fieldsOf(value);
  const words = fields?.get('index_to_key') ?? fields?.get('index2word');
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) {
    throw bad(
      named(file),
      'has no words with vectors. Expected KeyedVectors of gensim (model.wv.save(…)), a dictionary with an array for each word, or words and a matrix.',
    );
  }
  const inside = fields!.get('vectors') ?? fields!.get('syn0');
  if ((inside === null || inside === undefined) && fields!.has('vectors_ngrams')) {
    throw bad(
      named(file),
      'has the parts of fastText vectors (FastTextKeyedVectors), from which gensim computes those of words. Save these: model.wv.save_word2vec_format(…), or fastText’s .bin: gensim.models.fasttext.save_facebook_model(…).',
    );
  }
  return { words, matrix: matrixFrom(named(file), await arrayOf(file, inside, end)) };
}

/** The vectors of an object of gensim: in it, or after it. */
async function arrayOf(file: RandomAccessFile, inside: Pickled | undefined, end: Bytes): Promise<NumpyArray> {
  if (inside !== null && inside !== undefined) {
    const array = pickledArray(inside);
    if (array === undefined) throw bad(named(file), 'has no array of vectors. Save it again.');
    return array;
  }
  const array = await npyArray(file, end);
  if (array !== undefined) return array;
  const beside = matrixOf(nameIn(file.name));
  throw bad(
    named(file),
    `has its vectors in another file, ${beside}. Add both files together, or keep them in one folder.`,
  );
}

async function readWhole(file: RandomAccessFile): Promise<ReturnType<typeof readPickle>> {
  for (let size = Math.min(FIRST, file.size); ; size = Math.min(2 * size, file.size)) {
    try {
      return readPickle(new Uint8Array(await file.slice(0, size).arrayBuffer()));
    } catch (error) {
      if (!(error instanceof PickleEnded)) {
        const reason = error instanceof Error ? error.message : String(error);
        throw bad(
          named(file),
          `cannot be read as a pickle: ${reason}. Save the vectors as text: model.wv.save_word2vec_format(…).`,
        );
      }
      if (size === file.size) throw bad(named(file), 'ends early. Download it again.');
      if (size >= MAX_PICKLE)
        throw bad(named(file), 'is too large. Save the vectors as text: model.wv.save_word2vec_format(…).');
    }
  }
}

/** The state of an object, or of the vectors in a whole model. */
function fieldsOf(value: Pickled): Map<Pickled, Pickled> | undefined {
  const state = isObject(value) ? value.state : undefined;
  if (!(state instanceof Map)) return undefined;
  const vectors = state.get('wv');
  if (vectors === undefined || !isObject(vectors)) return state;
  return vectors.state instanceof Map ? vectors.state : undefined;
}

/** For messages. */
function named(file: RandomAccessFile): string {
  return `${file.name}, a file of Python,`;
}
