import { groupBy } from '../../lib/group-by.ts';
import { decodeEntities } from '../../data/corpora/xml.ts';
import type { Edit, Scrub } from '../document.ts';
import { applyPatches, type Patch } from './patches.ts';
import { escapeMarkup, scanMarkup, type Range } from './scan.ts';
import { BlockBuilder, patchesOf, type MarkWriter, type TextBlock } from './text-block.ts';

export type Attributes = Readonly<Record<string, string>>;

/** The text between two tags. */
export interface TextNode {
  /** The element that holds it. */
  element: string;
  /** The element around that. */
  parent: string;
  /** The start tag of that element, and the tag that ends the text. */
  tag: Range;
  endTag: Range;
  /** The properties of its run, as written; empty if there are none. */
  properties: string;
}

/** What the elements of a format mean. Names have their prefixes. */
export interface Vocabulary {
  isXml: boolean;
  /** Whether white space is a single space. */
  collapses: boolean;
  /** Elements whose text is read together: paragraphs, cells. */
  isBlock: (name: string, attributes: Attributes) => boolean;
  /** Whether blocks contain blocks, whose text continues after them in a block of its own. */
  isFlow?: boolean;
  /** Elements with text; undefined: all. */
  texts?: ReadonlySet<string>;
  /** Elements whose content is not part of the text. */
  isSkipped: (name: string, attributes: Attributes) => boolean;
  /** The text that an element stands for. @param parent the element around it */
  characters: (name: string, attributes: Attributes, parent: string | undefined) => string | undefined;
  /** Elements with the properties of a run, and the element that they are in. */
  properties?: { name: string; of: string };
  /** What a redaction removes: an element, only its tags, or the values of some attributes. */
  removal: (name: string, attributes: Attributes) => 'element' | 'tags' | readonly string[] | undefined;
  mark: MarkWriter<TextNode>;
  /** Writes a replacement, with what stands for its tabs and line breaks. Default: characters. */
  escape?: (text: string) => string;
  /** Patches besides those of marks and replacements, at the nodes that were changed. */
  atNode?: (node: TextNode) => Patch[];
}

/** A source that was read: a page, a part of an office file. */
export class MarkupText {
  readonly blocks: readonly TextBlock<TextNode>[];
  readonly #source: string;
  readonly #vocabulary: Vocabulary;

  /** @param place see `Block`; @param n number of the block in this source, from 1; in XML, empty ones count */
  constructor(source: string, vocabulary: Vocabulary, place: (n: number) => string) {
    this.#source = source;
    this.#vocabulary = vocabulary;
    this.blocks = readBlocks(source, vocabulary, place);
  }

  /** @param edits `block` is an index of `blocks`. See `OpenedDocument.write` @param more patches of the format */
  write(edits: readonly Edit[], scrub: Scrub | undefined, more: readonly Patch[] = []): string {
    const byBlock = groupBy(edits, ({ block }) => block);
    const patches = [...byBlock].flatMap(([block, own]) => {
      const { mark, atNode, escape = escapeMarkup } = this.#vocabulary;
      const nodes = new Set(this.blocks[block]!.pieces.map(({ node }) => node).filter((node) => node !== undefined));
      const ranges = patchesOf(this.blocks[block]!, own, mark, escape);
      return [...(atNode === undefined ? [] : [...nodes].flatMap(atNode)), ...ranges];
    });
    const removed = scrub === undefined ? [] : redactionPatches(this.#source, this.#vocabulary, this.blocks, scrub);
    return applyPatches(this.#source, [...more, ...removed, ...patches]);
  }
}

function readBlocks(source: string, vocabulary: Vocabulary, place: (n: number) => string): TextBlock<TextNode>[] {
  const { isXml, collapses, isBlock, isFlow = false, texts, isSkipped, characters, properties, removal } = vocabulary;
  let removed = 0; // depth
  let created = 0;
  const newBlock = () => new BlockBuilder<TextNode>(collapses, ++created, removed > 0);
  const finished: BlockBuilder<TextNode>[] = [];
  const blocks: BlockBuilder<TextNode>[] = isFlow ? [newBlock()] : [];
  const elements: { name: string; tag: Range; isBlock: boolean }[] = [];
  let skipped = 0; // depth
  let node: TextNode | undefined;
  let run = { properties: '', from: -1 };
  scanMarkup(source, isXml, {
    open(name, attributes, tag) {
      node = undefined;
      const parent = elements.at(-1)?.name;
      const opensBlock = isBlock(name, attributes);
      if (removed > 0 || removal(name, attributes) === 'element') removed++;
      elements.push({ name, tag, isBlock: opensBlock });
      if (skipped > 0 || isSkipped(name, attributes)) {
        skipped++;
        return;
      }
      if (opensBlock) {
        if (isFlow && blocks.length > 0) finished.push(blocks.splice(-1, 1, newBlock())[0]!);
        blocks.push(newBlock());
      }
      if (name === properties?.of) run = { properties: '', from: -1 };
      if (name === properties?.name && parent === properties.of) run.from = tag.start;
      const text = characters(name, attributes, parent);
      if (text !== undefined) blocks.at(-1)?.add(text, tag.start, tag.end, undefined);
    },
    close(name, tag) {
      if (node !== undefined) node.endTag = tag;
      node = undefined;
      const element = elements.pop();
      if (removed > 0) removed--;
      if (skipped > 0) {
        skipped--;
        return;
      }
      if (element?.isBlock) finished.push(blocks.pop()!);
      if (name === properties?.name && run.from >= 0 && elements.at(-1)?.name === properties.of)
        run.properties = source.slice(run.from, tag.end);
    },
    text(text, range) {
      const element = elements.at(-1);
      if (skipped > 0 || (texts !== undefined && !texts.has(element?.name ?? ''))) return;
      node ??= {
        element: element?.name ?? '',
        parent: elements.at(-2)?.name ?? '',
        tag: element?.tag ?? { start: 0, end: 0 },
        endTag: { start: 0, end: 0 },
        properties: run.properties,
      };
      blocks.at(-1)?.add(text, range.start, range.end, node);
    },
    comment: () => undefined,
  });
  return [...finished, ...blocks]
    .filter(({ pieces }) => pieces.length > 0)
    .toSorted((a, b) => a.pieces[0]!.start - b.pieces[0]!.start)
    .flatMap((builder, i) => builder.block(place(isFlow ? i + 1 : builder.number)) ?? []);
}

const ATTRIBUTE = /([^\s=/<>"']+)(\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;

/** What a redaction removes from a source, apart from the ranges of its blocks. */
function redactionPatches(
  source: string,
  { isXml, removal }: Vocabulary,
  blocks: readonly TextBlock<TextNode>[],
  scrub: Scrub,
): Patch[] {
  const patches: Patch[] = [];
  const inBlocks = new Set(blocks.flatMap(({ pieces }) => pieces.map(({ node }) => node?.tag.start)));
  const elements: { tag: Range; removal: ReturnType<Vocabulary['removal']> }[] = [];
  scanMarkup(source, isXml, {
    open(name, attributes, tag) {
      const what = removal(name, attributes);
      elements.push({ tag, removal: what });
      if (what === 'tags') patches.push({ ...tag, text: '' });
      else if (what !== 'element') patches.push(...attributePatches(source, tag, what ?? [], scrub));
    },
    close(_, tag) {
      const element = elements.pop();
      if (element?.removal === 'element') patches.push({ start: element.tag.start, end: tag.end, text: '' });
      else if (element?.removal === 'tags' && tag.end > tag.start) patches.push({ ...tag, text: '' });
    },
    text(text, range) {
      const element = elements.at(-1)?.tag.start ?? 0;
      if (inBlocks.has(element)) return;
      const scrubbed = scrub(text);
      if (scrubbed !== text) patches.push({ ...range, text: escapeMarkup(scrubbed) });
    },
    comment: (range) => patches.push({ ...range, text: '' }),
  });
  return patches;
}

/** @param cleared names of attributes whose values are removed */
function attributePatches(source: string, tag: Range, cleared: readonly string[], scrub: Scrub): Patch[] {
  return Array.from(source.slice(tag.start, tag.end).matchAll(ATTRIBUTE)).flatMap(
    ({ 0: whole, 1: name, 2: equals, 3: double, 4: single, 5: bare, index }) => {
      const value = decodeEntities(double ?? single ?? bare ?? '');
      const scrubbed = cleared.includes(name!) ? '' : scrub(value);
      if (scrubbed === value) return [];
      const start = tag.start + index;
      return [{ start, end: start + whole.length, text: `${name}${equals}"${escapeMarkup(scrubbed)}"` }];
    },
  );
}
