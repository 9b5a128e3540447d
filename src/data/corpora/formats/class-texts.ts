import { StudioError } from '../../../lib/errors.ts';
import type { Corpus, CorpusOptions } from '../../corpus.ts';
import { usualMark } from '../marks.ts';
import { textAt } from '../json/values.ts';
import { requireWithin } from '../../files/limits.ts';
import { ProblemLog } from '../../files/problem-log.ts';
import { TEXT_STYLE } from '../../tags/tag-style.ts';
import { tokenize } from '../../text/tokenizer.ts';
import { Losses } from '../layout/losses.ts';
import type { RawCorpus, RawSentence } from '../raw-corpus.ts';
import { RecordCounts } from '../records/record-counts.ts';
import { listsEntities } from '../records/kinds/quoted-entities.ts';
import { classQuestion, joinedQuestion } from '../texts/class-fields.ts';
import { classFile, detectFields, type ClassFile } from '../texts/class-records.ts';
import { FAST_TEXT_LABEL, isFastText } from '../texts/fast-text.ts';
import { namesInTexts, skippedNames } from '../texts/unread-annotations.ts';
import { type CorpusSource, type Detection, type Format, type Predictions, SCORES } from './format.ts';

/** More certain than the shape of a file or its name, less than a line that only one format has. */
const SCORE = 0.9;

/**
 * Texts with one class each: a table with a header, JSON objects with a text and its class, or lines of fastText (`__label__class text`).
 * Each text is one sequence of tokens, whatever sentences it has.
 */
export const classTexts: Format = {
  detect(file, lines): Detection | undefined {
    if (isFastText(lines)) return { score: SCORES.signature, reason: 'its lines begin with __label__' };
    const fields = detectFields(file, lines);
    return fields && { score: SCORE, reason: `${fields.text} has texts, and ${fields.label} their classes` };
  },
  read(source, options) {
    const found = open(source, options);
    const { sentences, losses, read } = sentencesOf(source, found);
    const { text, otherTexts = [] } = found.fields ?? {};
    if (otherTexts.length > 0) {
      const message = `The texts are those of ${text}. Those of ${otherTexts.join(', ')} are not read.`;
      source.problems.add({ line: 0, severity: 'warning', kind: 'choice', message });
    }
    const lists = found.names.filter((name) =>
      found.sample.some((record) => text !== undefined && listsEntities(record, name, record[text])),
    );
    if (lists.length > 0) {
      const message = `${lists.join(', ')} ${lists.length === 1 ? 'has' : 'have'} words of the texts, as entities are. Only the classes are read. For entities, leave out the field ${found.fields!.label}.`;
      source.problems.add({ line: 0, severity: 'warning', kind: 'choice', message });
    }
    const { label = '', others = [] } = found.fields ?? {};
    const names = skippedNames(namesInTexts(found.sample, [label, ...others, ...otherTexts, ...lists]));
    if (names !== undefined) {
      const message = `${names} Only the classes are read. For entities, leave out the field ${label}.`;
      source.problems.add({ line: 0, severity: 'warning', kind: 'choice', message });
    }
    const mark = text === undefined ? undefined : usualMark(found.sample.map((record) => textAt(record, text)));
    if (mark !== undefined) {
      const message = `The texts have marks, such as ${mark}, which are read as words. Only the classes are read. For entities, leave out the field ${found.fields!.label}.`;
      source.problems.add({ line: 0, severity: 'warning', kind: 'choice', message });
    }
    const asked =
      options.classField !== undefined
        ? undefined
        : found.fields
          ? classQuestion(found.fields, found.sample)
          : joinedQuestion(FAST_TEXT_LABEL, found.sample);
    const question = asked ?? (2 * losses.count <= read ? losses.question(read, options) : undefined);
    return {
      sentences,
      hasDocuments: false,
      columns: 0,
      tagColumn: 0,
      furtherColumns: [],
      style: TEXT_STYLE,
      form: JSON.stringify(['texts with a class', ...found.names]),
      ...(question && { question }),
    } satisfies RawCorpus;
  },
  predict(lines, corpus: Corpus, { tags }: Predictions): string {
    const { head, records } = open(
      { file: corpus.file, lines, problems: new ProblemLog(corpus.file) },
      corpus.settings ?? {},
    );
    const output = head === undefined ? [] : [`${head}\n`];
    let next = 0;
    for (const { problem, leftOut, text, withPrediction } of records) {
      const isRead = problem === undefined && leftOut === undefined && tokensOf(text).length > 0;
      if (withPrediction) output.push(`${withPrediction(isRead ? (tags[next++]![0] ?? '') : '')}\n`);
    }
    return output.join('');
  },
};

/** @throws StudioError BadInput if it has no texts with classes */
function open({ file, lines, problems }: CorpusSource, options: CorpusOptions): ClassFile {
  if (options.classField === '') {
    throw new StudioError(
      'BadInput',
      `${file} has texts without a class, as was chosen: there is nothing to train on or score. The texts can be tagged or annotated.`,
    );
  }
  const found = classFile(file, lines, problems, options);
  if (
    found !== undefined &&
    (found.fields === undefined || options.classField === undefined || found.names.includes(options.classField))
  )
    return found;
  const has =
    found === undefined ? 'no texts' : `no field ${options.classField}: its fields are ${found.names.join(', ')}`;
  throw new StudioError('BadInput', `${file} has ${has}. Expected a table or JSON objects with a text and its class.`);
}

function sentencesOf(
  { file, problems }: CorpusSource,
  { records }: ClassFile,
): { sentences: RawSentence[]; losses: Losses; read: number } {
  const sentences: RawSentence[] = [];
  const labels = new Map<string, string>(); // one string for each class
  const losses = new Losses('texts');
  let [read, unlabelled, tokens] = [0, 0, 0];
  const counts = new RecordCounts();
  for (const { line, text, label, problem, leftOut, isReported = false } of records) {
    counts.objects++;
    if (leftOut !== undefined) {
      counts.leaveOut(leftOut);
      continue;
    }
    read++;
    requireWithin('textCharacters', text.length, file);
    const words = problem === undefined ? tokensOf(text) : [];
    const reason = problem ?? (words.length === 0 ? 'The text is empty.' : undefined);
    if (reason !== undefined) {
      const { message } = losses.add(line, { message: `${reason} It was skipped.` });
      if (!isReported) problems.add({ line, severity: 'error', kind: 'texts', message, excerpt: text.slice(0, 200) });
      continue;
    }
    tokens += words.length;
    requireWithin('tokens', tokens, file);
    requireWithin('sentences', sentences.length + 1, file);
    if (label === undefined) unlabelled++;
    else if (!labels.has(label)) labels.set(label, label);
    const tag = label === undefined ? undefined : labels.get(label)!;
    sentences.push({
      tokens: words,
      tags: tag === undefined ? [] : words.map(() => tag),
      lines: [line],
      document: sentences.length,
    });
  }
  counts.report(problems);
  if (unlabelled > 0) {
    const message = `${unlabelled} of ${sentences.length} texts have no class. They are tagged, but not trained on or scored.`;
    problems.add({ line: 0, severity: 'warning', kind: 'texts', message });
  }
  problems.checkReadable(
    losses.count,
    read,
    `${losses.count} of ${read} texts cannot be read. Expected a text with one class in each row or object.${losses.first}`,
  );
  return { sentences, losses, read };
}

function tokensOf(text: string): string[] {
  return tokenize(text).flatMap((sentence) => sentence.map((token) => token.text));
}
