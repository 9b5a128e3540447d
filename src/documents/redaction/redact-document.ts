import { prefixLength } from '../../lib/binary-search.ts';
import { groupBy } from '../../lib/group-by.ts';
import { StudioError } from '../../lib/errors.ts';
import type { Block, BlockRange, OpenedDocument, WrittenDocument } from '../document.ts';
import type { KeyDocument } from './key.ts';
import { planRedaction, TREATMENTS, type Entity, type Treatment } from './plan.ts';
import { findLeaks } from './proof.ts';
import type { Pseudonyms } from './pseudonyms.ts';
import { replacedIn } from './restore.ts';

/** What becomes of entities: a treatment, or a mark. */
export type Way = Treatment | 'mark';

export const WAYS: readonly Way[] = [...TREATMENTS.filter((treatment) => treatment !== 'keep'), 'mark', 'keep'];

/** What becomes of each type; `others` of the rest. */
export interface Ways {
  others: Way;
  byType: Readonly<Record<string, Way>>;
}

/** A replaced or marked range, without its text: a manifest is passed on with the documents. */
export interface ManifestEntry {
  place: string;
  start: number;
  end: number;
  type: string;
  probability: number;
  by: string;
  /** Who has looked at what the model found. */
  decided?: 'hand';
  /** Undefined: only marked, or left as it is. */
  replacement?: string;
}

export interface RedactedDocument extends WrittenDocument {
  entities: ManifestEntry[];
  /** All entities, also those that were kept, and other occurrences of names. */
  found: Entity[];
  /** For its key. */
  replaced: KeyDocument['replaced'];
}

/**
 * Writes a document with its entities marked or replaced, and searches the result for their names. Copies that do not show are removed
 * unless all entities are marked or kept, also if none was found.
 *
 * @param entities without overlap
 * @param pseudonyms of all documents; grows
 * @throws StudioError BadInput if a name is still in the result
 */
export async function redactDocument(
  document: OpenedDocument,
  entities: readonly Entity[],
  { others, byType }: Ways,
  pseudonyms: Pseudonyms,
): Promise<RedactedDocument> {
  const wayOf = (type: string) => byType[type] ?? others;
  const isRedaction = [others, ...Object.values(byType)].some((way) => way !== 'mark' && way !== 'keep');
  const treatmentOf = (type: string): Treatment => {
    const way = wayOf(type);
    return way === 'mark' ? 'keep' : way;
  };
  const plan = planRedaction(document.blocks, entities, treatmentOf, pseudonyms);
  const planned = groupBy(plan.entities, ({ block }) => block); // in order, without overlaps
  const isPlanned = ({ block, start, end }: BlockRange) => {
    const own = planned.get(block) ?? [];
    const last = own[prefixLength(own, (other) => other.start < end) - 1];
    return last !== undefined && last.end > start;
  };
  const marks = entities.filter((entity) => wayOf(entity.type) === 'mark' && !isPlanned(entity));
  const written = document.write([...plan.edits, ...marks], isRedaction ? plan.scrub : undefined);
  const replacements = plan.edits.map(({ replacement }) => replacement);
  const leaks = await findLeaks(
    { name: `result${written.extension}`, bytes: written.bytes },
    plan.matcher,
    replacements,
  );
  const [first] = leaks;
  if (first !== undefined) {
    throw new StudioError(
      'BadInput',
      `It was not written, because the result still has ${leaks.length === 1 ? 'a name' : `${leaks.length} names`}: “${first.text}” in ${first.file}. Remove it from the document, and try again.`,
    );
  }
  const entryOf = entryIn(document.blocks);
  return {
    ...written,
    entities: [
      ...plan.entities.map((entity, i) => ({ ...entryOf(entity), replacement: replacements[i]! })),
      ...marks.map(entryOf),
    ],
    found: [...plan.entities, ...entities.filter((entity) => !isPlanned(entity))],
    replaced: replacedIn(document.blocks, plan.edits),
  };
}

export function overlaps(a: BlockRange, b: BlockRange): boolean {
  return a.block === b.block && a.start < b.end && b.start < a.end;
}

const PROBABILITY_DIGITS = 4;

export function entryIn(blocks: readonly Block[]): (entity: Entity) => ManifestEntry {
  return ({ block, start, end, type, probability, by, isDecided }) => ({
    place: blocks[block]!.place,
    start,
    end,
    type,
    probability: Number(probability.toFixed(PROBABILITY_DIGITS)),
    by,
    ...(isDecided === true && by === 'model' && { decided: 'hand' as const }),
  });
}
