import { prefixLength } from '../../../lib/binary-search.ts';
import { groupBy } from '../../../lib/group-by.ts';
import type { Block } from '../../../documents/document.ts';
import { decided, type DocumentEntity, type OpenDocument, type SelectedText } from './store.ts';

/** The occurrences of a name of a type, by the ids of their documents. */
export interface NameGroup {
  type: string;
  name: string;
  occurrences: { document: number; entity: number }[];
}

export function textOf(blocks: readonly Block[], { block, start, end }: SelectedText): string {
  return blocks[block]?.text.slice(start, end) ?? '';
}

/** The entities of some blocks. @param entities in order @param from, to indices of blocks, the last exclusive */
export function entitiesOfBlocks(entities: readonly DocumentEntity[], from: number, to: number): DocumentEntity[] {
  const before = (block: number) => prefixLength(entities, (entity) => entity.block < block);
  return entities.slice(before(from), before(to));
}

const LANGUAGE = new Intl.Collator('en');

const names = new WeakMap<DocumentEntity, { name: string; key: string }>();

/** The name of an entity, and what is equal for all spellings; found once, since names are listed again and again during tagging. */
function nameOf(blocks: readonly Block[], entity: DocumentEntity): { name: string; key: string } {
  const known = names.get(entity);
  if (known !== undefined) return known;
  const name = textOf(blocks, entity).replaceAll(/\s+/g, ' ');
  const found = { name, key: `${entity.type} ${name.toLowerCase()}` };
  names.set(entity, found);
  return found;
}

/** Entities by type and name, the most frequent names first. Spellings that differ in case and spaces are one name. */
export function nameGroups(documents: readonly Pick<OpenDocument, 'id' | 'blocks' | 'entities'>[]): NameGroup[] {
  const groups = new Map<string, NameGroup>();
  for (const { id, blocks, entities } of documents) {
    for (const entity of entities) {
      const { name, key } = nameOf(blocks, entity);
      const group = groups.get(key) ?? { type: entity.type, name, occurrences: [] };
      if (group.occurrences.length === 0) groups.set(key, group);
      group.occurrences.push({ document: id, entity: entity.id });
    }
  }
  return [...groups.values()].toSorted(
    (a, b) =>
      LANGUAGE.compare(a.type, b.type) ||
      b.occurrences.length - a.occurrences.length ||
      LANGUAGE.compare(a.name, b.name),
  );
}

export function isDoubtful({ probability, by, isDecided }: DocumentEntity, threshold: number): boolean {
  return by === 'model' && isDecided !== true && probability < threshold;
}

const overlaps = (a: SelectedText, b: SelectedText) => a.block === b.block && a.start < b.end && b.start < a.end;
const inOrder = (a: SelectedText, b: SelectedText) => a.block - b.block || a.start - b.start;

/** The next doubtful entity after another one, from the beginning after the last. */
export function nextDoubtful(
  entities: readonly DocumentEntity[],
  threshold: number,
  after: number | undefined,
): DocumentEntity | undefined {
  const from = entities.findIndex(({ id }) => id === after) + 1;
  return [...entities.slice(from), ...entities.slice(0, from)].find((entity) => isDoubtful(entity, threshold));
}

/** Entities with further ones, which replace those that they overlap. */
export function withEntities(entities: readonly DocumentEntity[], added: readonly DocumentEntity[]): DocumentEntity[] {
  return [...entities.filter((entity) => !added.some((other) => overlaps(entity, other))), ...added].toSorted(inOrder);
}

/** Entities with those that the model found, except where a person decided. */
export function withFound(
  { entities, rejected }: Pick<OpenDocument, 'entities' | 'rejected'>,
  found: readonly DocumentEntity[],
): DocumentEntity[] {
  const own = groupBy(decided(entities), ({ block }) => block);
  const refused = groupBy(rejected, ({ block }) => block);
  const isOpen = (entity: DocumentEntity) =>
    !(own.get(entity.block) ?? []).some((other) => overlaps(entity, other)) &&
    !(refused.get(entity.block) ?? []).some(
      ({ start, end, type }) => start === entity.start && end === entity.end && type === entity.type,
    );
  return [...entities, ...found.filter(isOpen)].toSorted(inOrder);
}

/** Where a text occurs as whole words, whatever its case, in ranges that are not entities yet. */
export function occurrences(
  blocks: readonly Block[],
  text: string,
  entities: readonly DocumentEntity[],
): SelectedText[] {
  const wanted = text.toLowerCase();
  if (wanted.trim() === '') return [];
  const isWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
  return blocks.flatMap((block, index) => {
    const lower = block.text.toLowerCase();
    const taken = entities.filter((entity) => entity.block === index);
    const found: SelectedText[] = [];
    for (let start = lower.indexOf(wanted); start >= 0; start = lower.indexOf(wanted, start + 1)) {
      const end = start + wanted.length;
      if (isWord(lower[start - 1]) || isWord(lower[end])) continue;
      if (!taken.some((entity) => entity.start < end && start < entity.end)) found.push({ block: index, start, end });
    }
    return found;
  });
}

/** Whether nothing is written in it, and no note says why. */
export function hasNoText({ phase, blocks, notes }: Pick<OpenDocument, 'phase' | 'blocks' | 'notes'>): boolean {
  return phase === 'done' && notes.length === 0 && blocks.every(({ text }) => text.trim() === '');
}
