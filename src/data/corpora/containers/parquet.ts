import { gunzipSync } from 'fflate';
import { decompress as unzstd } from 'fzstd';
import { type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { StudioError } from '../../../lib/errors.ts';
import { requireWithin } from '../../files/limits.ts';
import { namesIn } from '../json/wrappers.ts';

/**
 * The rows of a Parquet file as JSON lines, with the label names that `datasets` writes into its metadata.
 *
 * @throws StudioError BadInput if it cannot be read
 */
export async function parquetToJson(file: File): Promise<string> {
  const source = {
    byteLength: file.size,
    slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
  };
  try {
    const metadata = await parquetMetadataAsync(source);
    const unpacked = metadata.row_groups.reduce((sum, { total_byte_size: size }) => sum + Number(size), 0);
    requireWithin('corpusBytes', unpacked, file.name);
    const rows = await parquetReadObjects({
      file: source,
      metadata,
      compressors: { GZIP: (input) => gunzipSync(input), ZSTD: (input) => unzstd(input) },
    });
    return [...labelNames(metadata), ...rows].map((row) => `${JSON.stringify(row, plain)}\n`).join('');
  } catch (cause) {
    if (cause instanceof StudioError) throw cause;
    // Errors of these kinds come from values in the file that the reader did not expect.
    const isUnforeseen = cause instanceof TypeError || cause instanceof RangeError;
    const reason = isUnforeseen || !(cause instanceof Error) ? 'it is damaged' : cause.message;
    throw new StudioError(
      'BadInput',
      `${file.name} cannot be read as Parquet: ${reason}. Save it as JSON lines (in pandas, with orient="records" and lines=True).`,
      { cause },
    );
  }
}

/** Integers of 64 bits as numbers. */
function plain(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

/** What `datasets` knows about the columns: `{"info": {"features": {…}}}`. */
function labelNames({ key_value_metadata: pairs = [] }: FileMetaData): object[] {
  const written = pairs.find(({ key }) => key === 'huggingface')?.value;
  if (written === undefined) return [];
  const parsed = JSON.parse(written) as { info?: { features?: unknown } } | null;
  return namesIn(parsed?.info?.features);
}
