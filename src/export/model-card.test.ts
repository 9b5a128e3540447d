import { expect, test } from 'vitest';
import { TINY, corpusOf, PROVENANCE, useReferences } from '../../test/helpers/tiny-run.ts';
import { CORPUS, newRun } from '../../test/helpers/exported-models.ts';
import { scoreTags } from '../eval/score-tags.ts';
import { disposeWeights } from '../model/weights.ts';
import type { ModelToWrite } from './bundle-contents.ts';
import { plainMarkdown, quotedYaml, yamlLines } from './markdown.ts';
import { modelCard, type CardDetails } from './model-card.ts';
import { toBundle } from './model-bundle.ts';

async function bundle(corpus = CORPUS): Promise<ModelToWrite> {
  await useReferences();
  const { model } = await newRun({ settings: TINY, corpus });
  const dev = scoreTags(
    corpus.style,
    corpus.sentences.map(({ tags }) => ({ gold: tags, predicted: tags })),
  );
  const written = await toBundle(model, { ...PROVENANCE, dev });
  disposeWeights(model.weights);
  return written;
}

function frontMatterOf(card: string): string[] {
  const lines = card.split('\n');
  expect(lines[0]).toBe('---');
  return lines.slice(1, lines.indexOf('---', 1));
}

test('the front matter is what the Hub reads', async () => {
  const details: CardDetails = {
    name: 'towns',
    license: 'cc-by-4.0',
    language: 'en, no',
    dataset: 'me/towns',
    example: 'Ada left.',
  };
  expect(frontMatterOf(modelCard(await bundle(), 'exact', details))).toEqual([
    'language:',
    '  - "en"',
    '  - "no"',
    'license: "cc-by-4.0"',
    'library_name: "tagsmith"',
    'pipeline_tag: "token-classification"',
    'tags:',
    ...['tagsmith', 'token-classification', 'named-entity-recognition', 'ner', 'bilstm', 'crf'].map(
      (tag) => `  - "${tag}"`,
    ),
    'datasets:',
    '  - "me/towns"',
    'metrics:',
    ...['f1', 'precision', 'recall', 'accuracy'].map((metric) => `  - "${metric}"`),
    'widget:',
    '  - text: "Ada left."',
    'model-index:',
    '  - name: "towns"',
    '    results:',
    '      - task:',
    '          type: "token-classification"',
    '          name: "Named-entity recognition"',
    '        dataset:',
    '          type: "me/towns"',
    '          name: "b.conll"',
    '          split: "validation"',
    '        metrics:',
    ...['f1', 'precision', 'recall', 'accuracy'].flatMap((type) => [
      `          - type: "${type}"`,
      '            value: 1',
    ]),
  ]);
});

test('without details nothing is made up', async () => {
  const lines = frontMatterOf(modelCard(await bundle(), 'exact'));
  expect(lines.filter((line) => /^(license|language|datasets)/.test(line))).toEqual([]);
});

const HOSTILE = [
  'a\n---\nb',
  '| x |',
  '<script>alert(1)</script>',
  '`code`',
  '[link](http://x.example)',
  '*bold*',
  '# NO: yes',
  '"quoted" \\',
];

test.each(HOSTILE)('the name %j does not break the card', async (name) => {
  const type = name.replaceAll(/\s+/g, '');
  const hostile = await bundle(corpusOf(`Ada B-${type}\nleft O\nOslo B-LOC\n`));
  hostile.provenance = {
    ...hostile.provenance,
    data: { ...hostile.provenance.data, train: name, dev: name },
    vectors: name,
  };
  const card = modelCard(hostile, 'exact', { name, license: name, language: name, dataset: name, example: name });
  for (const line of frontMatterOf(card)) {
    const [, value] = /^ *(?:- )?(?:[a-z0-9_-]+: ?)?(.*)$/.exec(line)!;
    expect(() => JSON.parse(value === '' ? 'null' : value!) as unknown).not.toThrow();
  }
  const body = card.split('\n').slice(frontMatterOf(card).length + 2);
  expect(body.filter((line) => line === '---')).toEqual([]);
  expect(body.join('\n').replaceAll('\\<', '')).not.toContain('<script');
  const row = body.find((line) => line.startsWith('| LOC'))!;
  for (const line of body.filter((other) => other.startsWith('| '))) {
    expect(line.replaceAll('\\|', '').split('|')).toHaveLength(row.split('|').length);
  }
});

test('text in Markdown and YAML', () => {
  expect(plainMarkdown('a_b*c [d](e) <f> `g` 1. | \\')).toBe('a\\_b\\*c \\[d\\](e) \\<f\\> \\`g\\` 1. \\| \\\\');
  expect(plainMarkdown('- x')).toBe('\\- x');
  expect(plainMarkdown('1. x')).toBe('1\\. x');
  expect(quotedYaml('NO\u0085\u2028"')).toBe('"NO\\u0085\\u2028\\""');
  expect(yamlLines({ a: [{ b: 1, c: ['d'] }], e: undefined })).toEqual(['a:', '  - b: 1', '    c:', '      - "d"']);
});
