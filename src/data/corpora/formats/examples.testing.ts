import { codePointOffsets } from '../../../lib/code-points.ts';
import type { CorpusFormat, CorpusOptions, Span } from '../../corpus.ts';
import { tagsOfSpans } from '../../tags/tag-spans.ts';
import { standardStyle } from '../../tags/tag-style.ts';

/**
 * All formats but texts with a class, two with types of their own, one that needs many entities, and one that joins equal
 * texts, which have tests of their own.
 */
export type EntityFormat = Exclude<
  CorpusFormat,
  'classTexts' | 'cnec' | 'markedLines' | 'partialRows' | 'peoplesDaily'
>;

/** A sentence to write in a format. */
export interface ExampleSentence {
  tokens: readonly string[];
  spans: readonly Span[];
}

/** How a file of a format is written, so that tests can read it. */
export interface Example {
  /** The lines of a file, without terminators. */
  write: (sentences: readonly ExampleSentence[]) => string[];
  /** With which the file is read. */
  options?: CorpusOptions;
  /** Whether types may contain spaces. */
  hasSpaces: boolean;
  /** How a file with spans that may overlap is written; undefined if the format cannot hold them. */
  overlapping?: (sentences: readonly ExampleSentence[]) => string[];
}

/** An example of every format of entities. */
export const EXAMPLES: Record<EntityFormat, Example> = {
  conll: {
    write: (sentences) =>
      sentences.flatMap((sentence) => [...bio(sentence).map((tag, i) => `${sentence.tokens[i]}\t${tag}`), '']),
    hasSpaces: true,
  },
  conllu: {
    write: (sentences) =>
      sentences.flatMap((sentence) => [
        '# sent',
        ...bio(sentence).map((tag, i) =>
          [i + 1, sentence.tokens[i], '_', 'X', tag, '_', '_', '_', '_', '_'].join('\t'),
        ),
        '',
      ]),
    options: { tagColumn: 4 },
    hasSpaces: true,
  },
  jsonl: {
    write: (sentences) =>
      sentences.map((sentence) => JSON.stringify({ tokens: sentence.tokens, ner_tags: bio(sentence) })),
    hasSpaces: true,
    overlapping: (sentences) =>
      sentences.map(({ tokens, spans }) => {
        const text = tokens.join(' ');
        const pointOf = codePointOffsets(text);
        const places = placesOf(tokens, 0);
        const label = spans.map(({ start, end, type }) => [
          pointOf(places[start]!.start),
          pointOf(places[end - 1]!.end),
          type,
        ]);
        return JSON.stringify({ text, label });
      }),
  },
  webanno: { write: webAnno, hasSpaces: true, overlapping: webAnno },
  xmi: { write: xmi, hasSpaces: true, overlapping: xmi },
  inlineXml: {
    write: (sentences) =>
      sentences.map(({ tokens, spans }) => marked(tokens, spans, (type) => [`<ENAMEX TYPE="${type}">`, '</ENAMEX>'])),
    hasSpaces: true,
  },
  pubtator: { write: pubTator, hasSpaces: true, overlapping: pubTator },
  bioc: { write: biocXml, hasSpaces: true, overlapping: biocXml },
  tagLines: {
    write: (sentences) => sentences.flatMap((sentence) => [sentence.tokens.join(' '), bio(sentence).join(' '), '']),
    hasSpaces: false,
  },
  spanLines: { write: spanLines, hasSpaces: false, overlapping: spanLines },
  vertical: { write: verticalText, hasSpaces: true },
  standOffXml: { write: i2b2, hasSpaces: true, overlapping: i2b2 },
  trees: {
    write: (sentences) =>
      sentences.map((sentence) => {
        const tags = bio(sentence);
        const words = sentence.tokens.map((token, t) => {
          const [tag, after] = [tags[t]!, tags[t + 1] ?? 'O'];
          const open = tag.startsWith('B-') ? `(${tag.slice(2)} ` : '';
          return `${open}${token}/X${tag !== 'O' && !after.startsWith('I-') ? ')' : ''}`;
        });
        return `(S ${words.join(' ')})`;
      }),
    hasSpaces: false,
  },
  treeLines: { write: intentTrees, hasSpaces: false },
  flair: {
    write: (sentences) =>
      sentences.map((sentence) => {
        const tags = tagsOfSpans(standardStyle('BIOES'), sentence.spans, sentence.tokens.length);
        const words = sentence.tokens.map((token, t) => (tags[t] === 'O' ? token : `${token} <${tags[t]}>`));
        return `Sentence: "${sentence.tokens.join(' ')}"   [− Tokens: ${words.length}  − Token-Labels: "${words.join(' ')}"]`;
      }),
    hasSpaces: false,
  },
  snips: {
    write: (sentences) => [
      '---',
      'type: intent',
      'name: tell',
      'utterances:',
      ...sentences.map(({ tokens, spans }) => `  - ${marked(tokens, spans, (type) => [`[${type}:any](`, ')'])}`),
    ],
    hasSpaces: true,
  },
  openNlp: {
    write: (sentences) =>
      sentences.map(({ tokens, spans }) => marked(tokens, spans, (type) => [`<START:${type}> `, ' <END>'])),
    hasSpaces: false,
  },
  rasa: {
    write: (sentences) => [
      'nlu:',
      '- intent: tell',
      '  examples: |',
      ...sentences.map(({ tokens, spans }) => `    - ${marked(tokens, spans, (type) => [`[`, `](${type})`])}`),
    ],
    hasSpaces: true,
  },
  mrc: { write: mrc, hasSpaces: true, overlapping: mrc },
};

/** For each sentence an object per type. */
function mrc(sentences: readonly ExampleSentence[]): string[] {
  const types = [...new Set(['PER', ...sentences.flatMap(({ spans }) => spans.map(({ type }) => type))])];
  return sentences.flatMap(({ tokens, spans }, i) =>
    types.map((type, t) => {
      const own = spans.filter((span) => span.type === type);
      return JSON.stringify({
        context: tokens,
        end_position: own.map(({ end }) => end - 1),
        entity_label: type,
        impossible: own.length === 0,
        qas_id: `${i}.${t + 1}`,
        query: `Find ${type}.`,
        span_position: own.map(({ start, end }) => `${start};${end - 1}`),
        start_position: own.map(({ start }) => start),
      });
    }),
  );
}

function spanLines(sentences: readonly ExampleSentence[]): string[] {
  return sentences.flatMap(({ tokens, spans }) => [
    tokens.join(' '),
    tokens.map(() => 'NN').join(' '),
    spans.map(({ start, end, type }) => `${start},${end} ${type}`).join('|'),
    '',
  ]);
}

/** As of the Corpus Workbench: a word with its part of speech in each line. */
function verticalText(sentences: readonly ExampleSentence[]): string[] {
  return sentences.flatMap(({ tokens, spans }) => [
    '<s>',
    ...tokens.flatMap((token, t) => [
      ...spans.flatMap(({ start, type }) => (start === t ? [`<ne type="${type}">`] : [])),
      `${token}\tX`,
      ...(spans.some(({ end }) => end === t + 1) ? ['</ne>'] : []),
    ]),
    '</s>',
  ]);
}

/** As in TOP: an utterance, and its tree. */
function intentTrees(sentences: readonly ExampleSentence[]): string[] {
  return sentences.map((sentence) => {
    const { tokens, spans } = sentence;
    return `${tokens.join(' ')}\t[IN:TELL ${marked(tokens, spans, (type) => [`[SL:${type} `, ' ]'])} ]`;
  });
}

function pubTator(sentences: readonly ExampleSentence[]): string[] {
  return sentences.flatMap(({ tokens, spans }, i) => {
    const text = tokens.join(' ');
    const pointOf = codePointOffsets(text);
    const places = placesOf(tokens, 0);
    return [
      `${i}|t|${text}`,
      ...spans.map(({ start, end, type }) => {
        const [from, to] = [places[start]!.start, places[end - 1]!.end];
        return [i, pointOf(from), pointOf(to), text.slice(from, to), type, 'D1'].join('\t');
      }),
      '',
    ];
  });
}

/** A document whose lines are the sentences. */
function i2b2(sentences: readonly ExampleSentence[]): string[] {
  const text = sentences.map(({ tokens }) => tokens.join(' ')).join('\n');
  const pointOf = codePointOffsets(text);
  let from = 0;
  const tags = sentences.flatMap(({ tokens, spans }) => {
    const places = placesOf(tokens, from);
    from = places.at(-1)!.end + 1;
    return spans.map(({ start, end, type }, i) => {
      const [first, last] = [places[start]!.start, places[end - 1]!.end];
      return `<NAME id="P${i}" start="${pointOf(first)}" end="${pointOf(last)}" text="${text.slice(first, last)}" TYPE="${type}" comment=""/>`;
    });
  });
  return [
    '<?xml version="1.0" encoding="UTF-8" ?>',
    '<deIdi2b2>',
    ...`<TEXT><![CDATA[${text}]]></TEXT>`.split('\n'),
    '<TAGS>',
    ...tags,
    '</TAGS>',
    '</deIdi2b2>',
  ];
}

/** Words between spaces, with marks around the spans. */
function marked(
  tokens: readonly string[],
  spans: readonly Span[],
  around: (type: string) => readonly [before: string, after: string],
): string {
  return tokens
    .map((token, t) => {
      const start = spans.find((span) => span.start === t);
      const end = spans.find((span) => span.end === t + 1);
      return `${start ? around(start.type)[0] : ''}${token}${end ? around(end.type)[1] : ''}`;
    })
    .join(' ');
}

/** A document per sentence, with a passage whose offsets do not begin at 0, as in BioC of articles. */
function biocXml(sentences: readonly ExampleSentence[]): string[] {
  const documents = sentences.flatMap(({ tokens, spans }, i) => {
    const text = tokens.join(' ');
    const pointOf = codePointOffsets(text);
    const places = placesOf(tokens, 0);
    const annotations = spans.map(({ start, end, type }, id) => {
      const [from, to] = [places[start]!.start, places[end - 1]!.end];
      const offset = 7 + pointOf(from);
      const length = pointOf(to) - pointOf(from);
      return `<annotation id="${id}"><infon key="type">${type}</infon><location offset="${offset}" length="${length}"/><text>${text.slice(from, to)}</text></annotation>`;
    });
    return [
      '<document>',
      `<id>${i}</id>`,
      `<passage><offset>7</offset><text>${text}</text>`,
      ...annotations,
      '</passage></document>',
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE collection SYSTEM "BioC.dtd">',
    '<collection><source>test</source><date>2024</date><key>test.key</key>',
    ...documents,
    '</collection>',
  ];
}

/** The offsets of tokens that are separated by spaces, in UTF-16 code units. */
function placesOf(tokens: readonly string[], from: number): { start: number; end: number }[] {
  let at = from;
  return tokens.map(({ length }) => {
    const start = at;
    at += length + 1;
    return { start, end: start + length };
  });
}

function webAnno(sentences: readonly ExampleSentence[]): string[] {
  let [from, id] = [0, 0];
  const blocks = sentences.flatMap(({ tokens, spans }, i) => {
    const places = placesOf(tokens, from);
    from = places.at(-1)!.end + 1;
    const cells = tokens.map((): [marks: string[], types: string[]] => [[], []]);
    for (const { start, end, type } of spans) {
      id++;
      const isShared = spans.some((other) => other.start < end && start < other.end && other.type !== type);
      const number = end - start > 1 || isShared ? `[${id}]` : '';
      for (let t = start; t < end; t++) {
        cells[t]![0].push(`*${number}`);
        cells[t]![1].push(type + number);
      }
    }
    const cellsOf = (t: number) => cells[t]!.map((values) => values.join('|') || '_').join('\t');
    const rows = tokens.map(
      (token, t) => `${i + 1}-${t + 1}\t${places[t]!.start}-${places[t]!.end}\t${token}\t${cellsOf(t)}\t`,
    );
    return ['', `#Text=${tokens.join(' ')}`, ...rows];
  });
  const layer = '#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|identifier|value';
  return ['#FORMAT=WebAnno TSV 3.3', layer, '', ...blocks];
}

function xmi(sentences: readonly ExampleSentence[]): string[] {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  let from = 0;
  const texts: string[] = [];
  const annotations = sentences.flatMap(({ tokens, spans }) => {
    const places = placesOf(tokens, from);
    const [start, end] = [places[0]!.start, places.at(-1)!.end];
    from = end + 1;
    texts.push(tokens.join(' '));
    return [
      `<type5:Sentence xmi:id="1" sofa="1" begin="${start}" end="${end}"/>`,
      ...places.map((place) => `<type5:Token xmi:id="2" sofa="1" begin="${place.start}" end="${place.end}"/>`),
      ...spans.map(
        (span) =>
          `<type4:NamedEntity begin="${places[span.start]!.start}" end="${places[span.end - 1]!.end}" value="${escaped(span.type)}"/>`,
      ),
    ];
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmi:version="2.0">',
    ...annotations,
    `<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" sofaString="${escaped(texts.join('\n')).replaceAll('\n', '&#10;')}"/>`,
    '</xmi:XMI>',
  ];
}

function bio({ tokens, spans }: ExampleSentence): string[] {
  return tagsOfSpans(standardStyle('BIO'), spans, tokens.length);
}
