import type { StoredVectors } from '../../data/vectors/stored-vectors.ts';
import { serializeError, StudioError } from '../../lib/errors.ts';
import { readVectorsFile } from './read-vectors-file.ts';
import type { FromLookUps, FromReading, ToVectors } from './vectors-messages.ts';

type Post = (message: FromReading | FromLookUps, transfer?: Transferable[]) => void;

/** The worker's end of `readVectorsInWorker`. @returns the message handler */
export function serveVectors(post: Post): (message: ToVectors) => Promise<void> {
  let stored: StoredVectors | undefined;

  async function read({ file, wanted, keep }: ToVectors & { kind: 'read' }): Promise<void> {
    try {
      const { stored: kept, ...result } = await readVectorsFile(file, {
        wanted,
        keep,
        onProgress: (progress) => post({ kind: 'progress', progress }),
        onLost: () => post({ kind: 'lost' }),
      });
      stored = kept;
      post({ kind: 'read', read: result, isKept: kept !== undefined }, [result.vectors.values.buffer]);
    } catch (error) {
      post({ kind: 'refused', error: serializeError(error) });
    }
  }

  async function lookUp(message: ToVectors & { kind: 'lookUp' }): Promise<void> {
    const { id } = message;
    try {
      if (stored === undefined) throw new StudioError('NotReady', 'No vectors were kept.');
      if (message.method === 'find') {
        const result = await stored.find(message.keys);
        post({ kind: 'result', id, result });
      } else {
        const result = await stored.extract(message.rows);
        const { hashes, scales, values } = result;
        post({ kind: 'result', id, result }, [hashes.buffer, scales.buffer, values.buffer]);
      }
    } catch (error) {
      post({ kind: 'failed', id, error: serializeError(error) });
    }
  }

  return (message) => (message.kind === 'read' ? read(message) : lookUp(message));
}
