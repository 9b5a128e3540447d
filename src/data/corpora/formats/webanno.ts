import { firstLines, isFilled } from '../../files/text-lines.ts';
import { coverText } from '../records/given-tokens.ts';
import type { AnnotatedText, WrittenSpan } from '../records/record.ts';
import type { TextToken } from '../../text/tokenizer.ts';
import type { CorpusSource, Format } from './format.ts';
import { SCORES } from './format.ts';
import { corpusOfTexts, type WrittenDocument } from './texts.ts';

/** A layer of spans: its columns are those of its features, after sentence-token, offsets and token. */
interface Layer {
  name: string;
  columns: { feature: string; index: number }[];
}

/** WebAnno TSV 3, which INCEpTION exports. Offsets are UTF-16 code units of the document. */
export const webanno: Format = {
  detect: (_file, lines) =>
    firstLines(lines, 1, isFilled)[0]?.startsWith('#FORMAT=WebAnno TSV 3') === true
      ? { score: SCORES.signature, reason: 'it says so in its first line' }
      : undefined,
  read: (source, options) => corpusOfTexts(source, documentsOf(source), options),
};

/** The feature of a layer that holds the type of an entity. */
const TYPE_FEATURES = ['value', 'label', 'type', 'entity', 'tag', 'category'];

function* documentsOf({ file, lines, problems }: CorpusSource): Generator<WrittenDocument, void> {
  const layers: Layer[] = [];
  let columns = 3;
  let sentence: { line: number; tokens: (TextToken & { cells: string[] })[]; text: string[] } | undefined;
  let layer: { index: number; feature: string; notes: string[] } | undefined;
  let number = 0;
  const finished = function* (): Generator<WrittenDocument, void> {
    if (sentence === undefined || sentence.tokens.length === 0) return;
    layer ??= chosenLayer(layers, lines);
    const text = textOf(sentence, layer);
    yield { line: sentence.line, id: file, content: { texts: [text] } };
    sentence = undefined;
  };
  for (const line of lines) {
    number++;
    if (line.startsWith('#T_SP=')) {
      const [name, ...features] = line.slice('#T_SP='.length).split('|');
      const own = features.length === 0 ? ['*'] : features;
      layers.push({ name: name!.split('.').at(-1)!, columns: own.map((feature) => ({ feature, index: columns++ })) });
    } else if (/^#T_(CH|RL)=/.test(line)) {
      columns += line.split('|').length; // features, and the base of a relation, which are not read
    } else if (line.startsWith('#Text=')) {
      if (sentence?.tokens.length === 0) sentence.text.push(line.slice('#Text='.length));
      else {
        yield* finished();
        sentence = { line: number, tokens: [], text: [line.slice('#Text='.length)] };
      }
    } else if (/^\d+-\d+\t/.test(line)) {
      const cells = line.split('\t');
      const [start, end] = cells[1]!.split('-').map(Number);
      sentence ??= { line: number, tokens: [], text: [] };
      sentence.tokens.push({ text: unescaped(cells[2]!), start: start!, end: end!, cells });
    } else if (line.trim() === '') {
      yield* finished();
    } else if (!/^#|^\d+-\d+\.\d+\t/.test(line)) {
      const message = 'Found no token of WebAnno TSV; the line was skipped.';
      problems.add({ line: number, severity: 'error', kind: 'columns', message, excerpt: line });
    }
  }
  yield* finished();
}

/** Of several layers, the one of named entities, or the first one; of several features, the usual one for types. */
function chosenLayer(
  layers: readonly Layer[],
  lines: Iterable<string>,
): { index: number; feature: string; notes: string[] } | undefined {
  const spans = layers.filter(({ name }) => !/^(Token|Sentence|POS|Lemma|MorphologicalFeatures)$/.test(name));
  const layer = spans.find(({ name }) => name === 'NamedEntity') ?? spans[0];
  if (layer === undefined) return undefined;
  const column =
    layer.columns.find(({ feature }) => TYPE_FEATURES.includes(feature)) ??
    layer.columns.find(({ index }) => hasValues(lines, index)) ??
    layer.columns[0]!;
  const others = spans.filter((other) => other !== layer).map(({ name }) => name);
  const notes = others.length > 0 ? [`further layers (${others.join(', ')}): only ${layer.name} was read`] : [];
  return { index: column.index, feature: layer.name, notes };
}

/** Token lines examined. */
const SAMPLED_TOKENS = 1000;

/** Whether a column says more than that there is a span. */
function hasValues(lines: Iterable<string>, index: number): boolean {
  const tokens = firstLines(lines, SAMPLED_TOKENS, (line) => /^\d+-\d+\t/.test(line));
  return tokens.some((line) => !/^(_|\*(\[\d+\])?)?$/.test(line.split('\t')[index] ?? ''));
}

/** A sentence with its spans. Tokens with the same `[number]` are one span; `*` stands for a span without a type. */
function textOf(
  { tokens, text: written }: { tokens: readonly (TextToken & { cells: string[] })[]; text: readonly string[] },
  layer: ReturnType<typeof chosenLayer>,
): AnnotatedText {
  const from = tokens[0]!.start;
  const text = textBetween(tokens, written.map(unescaped).join('\n'));
  const spans: WrittenSpan[] = [];
  const open = new Map<string, WrittenSpan>();
  for (const { start, end, cells } of tokens) {
    const cell = layer === undefined ? '_' : (cells[layer.index] ?? '_');
    for (const value of cell === '_' ? [] : splitValues(cell)) {
      const [, written, id] = /^(.*?)(?:\[(\d+)\])?$/s.exec(value)!;
      const type = written === '*' || written === '' ? layer!.feature : unescaped(written!);
      const known = id === undefined ? undefined : open.get(id);
      if (known !== undefined) known.end = end - from;
      else {
        const span: WrittenSpan = { start: start - from, end: end - from, type, unit: 'UTF-16 units' };
        spans.push(span);
        if (id !== undefined) open.set(id, span);
      }
    }
  }
  const places = tokens.map((token) => ({ text: token.text, start: token.start - from, end: token.end - from }));
  return { text, spans, ...(coverText(text, places) && { sentences: [places] }), notes: layer?.notes ?? [] };
}

/** The text of the tokens at their offsets: what `#Text` says, if it agrees with them. */
function textBetween(tokens: readonly TextToken[], written: string): string {
  const from = tokens[0]!.start;
  if (tokens.every(({ text, start, end }) => written.slice(start - from, end - from) === text)) return written;
  let text = '';
  for (const token of tokens) text = text.padEnd(token.start - from, ' ') + token.text;
  return text;
}

function splitValues(cell: string): string[] {
  return cell.split(/(?<!\\)\|/);
}

function unescaped(text: string): string {
  return text.replace(/\\([\\[\]|_\->;*tn])/g, (_, letter: string) =>
    letter === 't' ? '\t' : letter === 'n' ? '\n' : letter,
  );
}
