import { isObject, isStrings, type JsonObject } from '../../json/values.ts';
import type { AnnotatedText, RecordKind, WrittenSpan } from '../record.ts';
import { DISCONTINUOUS, isWhole, readSpan } from '../spans.ts';

/** `{"content": …, "annotation": [{"label": ["PER"], "points": [{"start", "end", "text"}]}]}`. The end is the last character. */
export const dataturks: RecordKind = {
  title: 'dataturks',
  read({ content, annotation }) {
    const items = annotation ?? [];
    if (typeof content !== 'string' || annotation === undefined || !Array.isArray(items)) return undefined;
    if (!items.every((item) => isObject(item) && Array.isArray(item['points']))) return undefined;
    const spans: WrittenSpan[] = [];
    for (const { label, points } of items as { label: unknown; points: unknown[] }[]) {
      for (const point of points) {
        if (!isObject(point) || !isWhole(point['start']) || !isWhole(point['end'])) return malformed('points', point);
        const labels = typeof label === 'string' ? [label] : label;
        const { text } = point;
        const read = readSpan({ start: point['start'], end: point['end'] + 1, labels }, content);
        if (read === undefined) return malformed('annotation', { label, points });
        spans.push(...read.map((span) => ({ ...span, ...(typeof text === 'string' && { text }) })));
      }
    }
    return { texts: [{ text: content, spans }] };
  },
};

/**
 * `{"text": …, "label": {"name": {"…": [[first, last]]}}}`, where the end is the last character; without the words, `{"name": [[start, end]]}`,
 * it is the one after it.
 */
export const cluener: RecordKind = {
  title: 'CLUENER',
  read({ text, label }) {
    if (typeof text !== 'string' || !isObject(label)) return undefined;
    const spans: WrittenSpan[] = [];
    for (const [type, names] of Object.entries(label)) {
      if (Array.isArray(names)) {
        const read = names.map((place: unknown) =>
          Array.isArray(place) ? readSpan([...(place as unknown[]), type], text) : undefined,
        );
        const wrong = read.indexOf(undefined);
        if (wrong >= 0) return malformed('label', names[wrong]);
        spans.push(...read.flatMap((some) => some ?? []));
        continue;
      }
      if (!isObject(names)) return malformed('label', label);
      for (const [name, places] of Object.entries(names)) {
        if (!Array.isArray(places)) return malformed('label', label);
        for (const place of places as unknown[]) {
          const [start, last]: unknown[] = Array.isArray(place) ? place : [];
          if (!isWhole(start) || !isWhole(last)) return malformed('label', label);
          spans.push({ start, end: last + 1, type, unit: 'code points', text: name });
        }
      }
    }
    return { texts: [{ text, spans }] };
  },
};

/** `{"text": …, "denotations": [{"span": {"begin", "end"}, "obj": "TYPE"}]}`. */
export const pubAnnotation: RecordKind = {
  title: 'PubAnnotation',
  read({ text, denotations }) {
    if (typeof text !== 'string' || !Array.isArray(denotations)) return undefined;
    const read = denotations.map((found: unknown) => {
      if (!isObject(found)) return undefined;
      const parts = (Array.isArray(found['span']) ? found['span'] : [found['span']]).filter(isObject);
      const [start, end] = [parts[0]?.['begin'], parts.at(-1)?.['end']];
      return readSpan({ start, end, label: found['obj'] }, text);
    });
    const wrong = read.indexOf(undefined);
    if (wrong >= 0) return malformed('denotations', denotations[wrong]);
    const isBag = denotations.some((found: unknown) => isObject(found) && Array.isArray(found['span']));
    return { texts: [{ text, spans: read.flatMap((spans) => spans ?? []), ...(isBag && { notes: [DISCONTINUOUS] }) }] };
  },
};

/** A document with `passages`, whose `offset` all offsets in them count from. */
export const bioc: RecordKind = {
  title: 'BioC',
  read({ passages }) {
    if (!Array.isArray(passages) || !passages.every(isObject)) return undefined;
    const texts: AnnotatedText[] = [];
    for (const passage of passages) {
      const parts =
        passage['text'] === undefined && Array.isArray(passage['sentences']) ? passage['sentences'] : [passage];
      for (const part of parts.filter(isObject)) {
        const read = readPassage(part);
        if (typeof read === 'string') return read;
        texts.push(read);
      }
    }
    return { texts };
  },
};

function readPassage({ offset: from, text, annotations }: JsonObject): AnnotatedText | string {
  if (typeof text !== 'string' || !isWhole(from)) return malformed('passages', { offset: from, text });
  const notes: string[] = [];
  const spans: WrittenSpan[] = [];
  for (const found of Array.isArray(annotations) ? (annotations as unknown[]) : []) {
    const { infons, locations, text: own } = isObject(found) ? found : ({} as JsonObject);
    const parts = (Array.isArray(locations) ? locations : []).filter(isObject);
    const [first, last] = [parts[0], parts.at(-1)];
    const type = isObject(infons) ? infons['type'] : undefined;
    const [start, end, length] = [first?.['offset'], last?.['offset'], last?.['length']];
    if (!isWhole(start) || !isWhole(end) || !isWhole(length) || typeof type !== 'string' || type === '') {
      return malformed('annotations', found);
    }
    if (parts.length > 1) notes.push(DISCONTINUOUS);
    const repeated = parts.length === 1 && typeof own === 'string' ? { text: own } : {};
    spans.push({ start: start - from, end: end + length - from, type, unit: 'code points', ...repeated });
  }
  return { text, spans, notes: [...new Set(notes)] };
}

/** Records of Argilla 1 (`annotation`, `status`) and 2 (`fields`, `responses`, or flat columns `NAME.responses`). */
export const argilla: RecordKind = {
  title: 'Argilla 1 and 2',
  read(record) {
    const { fields, text, annotation, status } = record;
    const responses = record['responses'] ?? {};
    if (isObject(fields) && typeof responses === 'object') {
      const text = Object.values(fields).find((value) => typeof value === 'string');
      if (text === undefined) return Object.keys(fields).length > 0 ? 'fields contains no text.' : undefined;
      const answers = Array.isArray(responses) ? responses.flatMap(answersOf) : Object.values(responses);
      return ofResponses(text, answers);
    }
    if (typeof text !== 'string') return undefined;
    const flat = Object.keys(record).filter((name) => name.endsWith('.responses'));
    if (flat.length > 0)
      return ofResponses(
        text,
        flat.map((name) => submitted(record[name], record[`${name}.status`])),
      );
    if (typeof status !== 'string' || annotation === undefined) return undefined;
    if (!Array.isArray(annotation) || status === 'Discarded') return { texts: [{ text, spans: undefined }] };
    const spans = annotation.map((span: unknown) => readSpan(span, text));
    const wrong = spans.indexOf(undefined);
    return wrong >= 0
      ? malformed('annotation', annotation[wrong])
      : { texts: [{ text, spans: spans.flatMap((read) => read ?? []) }] };
  },
};

/** The answers of a person in the feedback data sets of Argilla 1: `{"values": {"spans": {"value": […]}}, "status": "submitted"}`. */
function answersOf(response: unknown): unknown[] {
  const { values, status } = isObject(response) ? response : ({} as JsonObject);
  return Object.values(isObject(values) ? values : {}).map((answer) => [{ ...(answer as JsonObject), status }]);
}

/** The responses of the people who have submitted theirs. */
function submitted(responses: unknown, status: unknown): unknown {
  if (!Array.isArray(responses) || !isStrings(status)) return responses;
  return responses.filter((_, i) => status[i] === undefined || status[i] === 'submitted');
}

/** The first submitted response that consists of spans. */
function ofResponses(text: string, questions: readonly unknown[]): ReturnType<RecordKind['read']> {
  const answers = questions.flatMap((answer) => (Array.isArray(answer) ? (answer as unknown[]) : []));
  const values = answers.flatMap((answer): unknown[][] => {
    if (Array.isArray(answer)) return [answer];
    if (!isObject(answer) || !Array.isArray(answer['value'])) return [];
    const { status = 'submitted', value } = answer;
    return status === 'submitted' ? [value as unknown[]] : [];
  });
  const read = values.map((value) => value.map((span) => readSpan(span, text)));
  const [first, ...others] = read.filter((spans): spans is WrittenSpan[][] => !spans.includes(undefined));
  if (first === undefined) return { texts: [{ text, spans: undefined }] };
  const notes = others.length > 0 ? ['responses of several people: the first one was read'] : [];
  return { texts: [{ text, spans: first.flat(), notes }] };
}

/** A document of spaCy's former training format: paragraphs of sentences of tokens with `orth` and `ner`. */
export const spacyTraining: RecordKind = {
  title: 'spaCy 2 (training)',
  read({ paragraphs }) {
    if (!Array.isArray(paragraphs)) return undefined;
    const has = (name: string) => paragraphs.some((own) => isObject(own) && Array.isArray(own[name]));
    if (has('qas')) return 'paragraphs has questions with answers, as in SQuAD, not entities with types.';
    if (!has('sentences')) return undefined;
    const list = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);
    const sentences = list(paragraphs)
      .flatMap(({ sentences: own }) => list(own))
      .map(({ tokens }) => list(tokens))
      .filter(({ length }) => length > 0);
    const words = sentences.map((tokens) => tokens.map(({ orth }) => orth));
    if (!words.every(isStrings)) return 'paragraphs contains tokens without orth.';
    const isTagged = sentences.some((tokens) => tokens.some(({ ner }) => typeof ner === 'string'));
    const unknown = sentences.some((tokens) => tokens.some(({ ner }) => ner === '-'));
    return {
      ...(unknown && isTagged && { notes: ['tokens whose entity is unknown ("-"), which were read as outside'] }),
      sentences: words.map((tokens, i) => {
        // "-" marks a token whose entity is unknown.
        const tags = sentences[i]!.map(({ ner }) => (typeof ner === 'string' && ner !== '-' ? ner : 'O'));
        return isTagged ? { tokens, tags } : { tokens };
      }),
    };
  },
};

/** `Example.to_dict()` of spaCy 3: words in `ORTH`, and their tags in `entities`. */
export const spacyExample: RecordKind = {
  title: 'spaCy (Example.to_dict)',
  read({ doc_annotation: doc, token_annotation: own }) {
    if (!isObject(doc) || !isObject(own) || !isStrings(own['ORTH'])) return undefined;
    const { ORTH: words, SENT_START: starts } = own;
    const { entities: tags = [] } = doc;
    const isTagged = isStrings(tags) && tags.length > 0;
    if (isTagged ? tags.length !== words.length : !Array.isArray(tags) || tags.length > 0)
      return malformed('doc_annotation.entities', tags);
    const isStart = (t: number) => t === 0 || (Array.isArray(starts) && starts[t] === 1);
    const borders = words.flatMap((_, t) => (isStart(t) ? t : []));
    const sentences = borders.map((from, i) => ({
      tokens: words.slice(from, borders[i + 1]),
      ...(isTagged && { tags: tags.slice(from, borders[i + 1]) }),
    }));
    return { sentences };
  },
};

function malformed(field: string, value: unknown): string {
  return `${field} contains ${JSON.stringify(value)}, which has no offsets or no type.`;
}
