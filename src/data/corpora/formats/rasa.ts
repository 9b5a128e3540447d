import { firstLines, isFilled } from '../../files/text-lines.ts';
import { isObject } from '../json/values.ts';
import type { WrittenSpan } from '../records/record.ts';
import { type CorpusSource, type Format, SCORES } from './format.ts';
import { corpusOfTexts, type WrittenDocument } from './texts.ts';

/** Lines examined for `nlu:` and its examples. */
const SAMPLED_LINES = 50;

/**
 * Training examples of Rasa: `nlu.yml`, or Markdown of version 1. Entities are marked as `[Oslo](city)` or `[NYC]{"entity": "city"}`.
 * Intents, synonyms, lookup tables and regular expressions are not read.
 */
export const rasa: Format = {
  detect(file, lines) {
    const sample = firstLines(lines, SAMPLED_LINES, isFilled);
    if (
      sample.some((line) => /^nlu:\s*$/.test(line)) &&
      sample.some((line) => /^\s*(- )?(intent|lookup|synonym|regex):/.test(line))
    )
      return { score: SCORES.signature, reason: 'it has training examples of Rasa under nlu' };
    const [first = ''] = sample;
    const isMarkdown = /^## ?(intent|synonym|lookup|regex):/.test(first) && !/\.(conll|tsv|csv)$/i.test(file);
    return isMarkdown ? { score: SCORES.signature, reason: 'it begins with an intent of Rasa' } : undefined;
  },
  read: (source, options) => corpusOfTexts(source, documentsOf(source), options),
};

function* documentsOf(source: CorpusSource): Generator<WrittenDocument, void> {
  for (const { text, line } of examplesIn(source.lines)) {
    const read = readExample(text);
    if (typeof read === 'string') {
      source.problems.add({
        line,
        severity: 'error',
        kind: 'rasa',
        message: `${read} The example was skipped.`,
        excerpt: text,
      });
    } else yield { line, id: String(line), content: { texts: [read] } };
  }
}

/** The examples of intents, in YAML or Markdown. */
function* examplesIn(lines: Iterable<string>): Generator<{ text: string; line: number }, void> {
  let number = 0;
  let isIntent = false;
  /** A file may also have stories and rules, whose steps name intents. */
  let isOther = false;
  /** Whether the lines of an example follow, which are deeper than this. */
  let block: number | undefined;
  for (const line of lines) {
    number++;
    if (!isFilled(line)) continue;
    const depth = line.length - line.trimStart().length;
    const [, key] = /^(\w+):/.exec(line) ?? [];
    if (key !== undefined) {
      isOther = key !== 'nlu';
      isIntent = false;
    }
    if (isOther) continue;
    const heading = /^##\s?(\w+):/.exec(line) ?? /^\s*-\s*(intent|lookup|synonym|regex)\s*:/.exec(line);
    if (heading !== null) {
      isIntent = heading[1] === 'intent';
      block = undefined;
      continue;
    }
    if (!isIntent || /^\s*(#|<!--)/.test(line)) continue;
    if (block !== undefined && depth > block) {
      yield { text: line.trim(), line: number };
      continue;
    }
    block = undefined;
    const [, own, item] = /^\s*[-*+]\s+(text:\s*)?(.*)$/.exec(line) ?? [];
    if (item === undefined) continue;
    if (own !== undefined && /^[|>][-+]?\s*$/.test(item)) block = depth + 2;
    else yield { text: own === undefined ? item.trim() : unquoted(item.trim()), line: number };
  }
}

/** A value of YAML without its quotes. */
export function unquoted(text: string): string {
  const [, double, single] = /^"(.*)"$|^'(.*)'$/.exec(text) ?? [];
  return double?.replaceAll('\\"', '"') ?? single?.replaceAll("''", "'") ?? text;
}

/** `[text](type)`, `[text](type:value)` or `[text]{"entity": "type", …}`. */
const MARK = /\[([^[\]]+)\](?:\(([^()]+)\)|(\{[^{}]*\}))/g;

/** An example without its marks, and their spans; a message if a mark has no type. */
function readExample(marked: string): { text: string; spans: WrittenSpan[] } | string {
  let text = '';
  let at = 0;
  const spans: WrittenSpan[] = [];
  for (const match of marked.matchAll(MARK)) {
    const [whole, own, given, attributes] = match;
    text += marked.slice(at, match.index);
    at = match.index + whole.length;
    const type = given?.split(':')[0] ?? entityIn(attributes!);
    if (type === undefined || type === '') return `${whole} has no entity.`;
    spans.push({ start: text.length, end: text.length + own!.length, type, unit: 'UTF-16 units' });
    text += own!;
  }
  return { text: text + marked.slice(at), spans };
}

function entityIn(attributes: string): string | undefined {
  try {
    const value: unknown = JSON.parse(attributes);
    const entity = isObject(value) ? value['entity'] : undefined;
    return typeof entity === 'string' ? entity : undefined;
  } catch {
    return /["']?entity["']?\s*:\s*["']([^"']+)["']/.exec(attributes)?.[1];
  }
}
