import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contains, isTest, layerOf, LAYERS } from '../scripts/lint/layers.mjs';

interface Case {
  file: string;
  /** The imported module: a file, by its path from the root, or a package. */
  target: string;
  isType: boolean;
  allowed: boolean;
}

const layers = Object.keys(LAYERS);
const row = (layer: string) => LAYERS[layer]!;
/** Whether the entries contain a layer, or a parent of it. */
const covers = (entries: readonly string[], layer: string) =>
  entries.some((entry) => entry === layer || (layers.includes(entry) && layer.startsWith(`${entry}/`)));
/** A file that matches no path of the table, in the same folder of a layer. */
const anyFile = (layer: string) => `src/${layer}/any-folder/some-file.ts`;

/** Every ordered pair of layers, by value and by type. */
const PAIRS: Case[] = layers.flatMap((from) =>
  layers.flatMap((to) =>
    [false, true].map((isType): Case => {
      const { values = [], types = [] } = row(from);
      const allowed = from === to || covers(values, to) || (isType && covers(types, to));
      return { file: anyFile(from), target: anyFile(to), isType, allowed };
    }),
  ),
);

/** A file that the table lists by its path: only that file. */
const PATHS: Case[] = layers.flatMap((from) =>
  (row(from).values ?? [])
    .filter((entry) => entry.endsWith('.ts'))
    .map((entry): Case => {
      const target = `src/${entry.replaceAll('*', 'linear')}`;
      return { file: anyFile(from), target, isType: false, allowed: true };
    }),
);

const NAMED: Case[] = [
  forbidden('src/runs/a.ts', 'src/workers/handlers.ts'),
  forbidden('src/runs/a.ts', 'src/app/main.tsx'),
  forbidden('src/tagging/a.ts', 'src/runs/study.ts'),
  forbidden('src/model/a.ts', 'src/runs/prepare.ts'),
  forbidden('src/kernels/linear/a.ts', 'src/crf/simd.ts'),
  forbidden('src/kernels/linear/a.ts', 'src/data/vocabulary/vocabulary.ts'),
  forbidden('src/export/a.ts', 'src/workers/studio.ts'),
  forbidden('src/data/a.ts', 'src/eval/scores.ts'),
  forbidden('src/data/tags/a.ts', 'src/data/corpora/summary.ts'),
  forbidden('src/data/batches/a.ts', 'src/data/corpora/read-corpus.ts'),
  permitted('src/data/corpora/a.ts', 'src/data/tags/tag-spans.ts'),
  permitted('src/eval/a.ts', 'src/data/tags/tag-spans.ts'),
  forbidden('src/model/a.ts', 'src/kernels/recurrent/webgpu.ts'),
  forbidden('src/runtime/a.ts', 'src/model/tagger.ts'),
  forbidden('src/app/features/data/a.ts', 'src/model/tagger.ts'),
  forbidden('src/app/a.ts', 'src/runs/study.ts'),
  forbidden('src/app/a.ts', 'src/workers/studio.ts'),
  forbidden('src/workers/wire/progress.ts', 'src/runs/prepare.ts'),
  forbidden('src/cli/a.ts', 'src/app/main.tsx'),
  forbidden('src/lib/a.ts', 'zustand'),
  forbidden('src/data/a.ts', '@tensorflow/tfjs-core'),
  forbidden('src/runs/a.ts', 'react'),
  forbidden('src/crf/a.ts', '@tensorflow/tfjs'),
  forbidden('src/app/a.ts', '@tensorflow/tfjs-core'),
  forbidden('src/runtime/a.ts', 'valibot'),
  permitted('src/tensors/a.ts', '@tensorflow/tfjs-core'),
  forbidden('src/model/a.ts', '@tensorflow/tfjs-core'),
  forbidden('src/kernels/linear/a.ts', '@tensorflow/tfjs-backend-webgpu', true),
  permitted('src/model/a.ts', 'src/tensors/tensors.ts'),
  forbidden('src/app/a.ts', 'src/tensors/tensors.ts'),
  permitted('src/app/features/run/a.ts', 'src/app/features/run/data/cards.ts'), // the name of a layer, but not that layer
  forbidden('src/app/features/run/a.ts', 'src/app/features/data/cards.ts'),
  forbidden('src/app/features/run/a.ts', 'src/app/features/data/cards.ts', true),
  permitted('src/app/a.ts', 'src/workers/wire/protocol.ts', true),
  forbidden('src/app/a.ts', 'src/workers/wire/protocol.ts'),
  permitted('src/model/a.test.ts', 'src/app/main.tsx'),
];

function forbidden(file: string, target: string, isType = false): Case {
  return { file, target, isType, allowed: false };
}

function permitted(file: string, target: string, isType = false): Case {
  return { file, target, isType, allowed: true };
}

const CASES = [...PAIRS, ...PATHS, ...NAMED].map((one, i) => ({
  ...one,
  // Each in a separate file.
  file: one.file.replace(/[^/]+?(?=(\.test)?\.ts$)/, `case-${i}`),
}));

function importing({ file, target, isType }: Case): string {
  const path = relative(dirname(file), target);
  const name = target.startsWith('src/') && !path.startsWith('.') ? `./${path}` : path;
  const module = target.startsWith('src/') ? name : target;
  return isType
    ? `import type { A } from '${module}';\nexport type B = A;\n`
    : `import { a } from '${module}';\na();\n`;
}

describe('the layer table', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
  const refused = new Set<string>();

  beforeAll(() => {
    cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'));
    cpSync('scripts/lint', join(folder, 'scripts/lint'), { recursive: true });
    for (const one of CASES) {
      mkdirSync(dirname(join(folder, one.file)), { recursive: true });
      writeFileSync(join(folder, one.file), importing(one));
    }
    const { stdout } = spawnSync(resolve('node_modules/.bin/oxlint'), ['--format', 'json', 'src'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const report = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    for (const { code, filename } of report.diagnostics) {
      if (code.includes('layers') || code.includes('no-restricted-imports')) refused.add(filename);
    }
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  test('is ordered bottom to top: a layer only imports lower ones', () => {
    const upward = layers.flatMap((layer, rank) =>
      [...(row(layer).values ?? []), ...(row(layer).types ?? [])]
        .filter((entry) => layers.indexOf(rankedLayer(entry)) >= rank)
        .map((entry) => `${layer} -> ${entry}`),
    );
    expect(upward).toEqual([]);
  });

  test('lists its layers as ARCHITECTURE.md does', () => {
    const first = readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/^\| *`([^`]+)` *\|/gm);
    expect([...first].map((match) => match[1]).slice(0, layers.length)).toEqual(layers);
  });

  test('has every folder of src', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).filter((name) => !layers.includes(name))).toEqual([]);
  });

  test('allows nothing that is not used', () => {
    const imports = importsOfLayers();
    const unused = layers.flatMap((layer) => {
      const { values = [], types = [], packages = [] } = row(layer);
      const used = imports.get(layer) ?? [];
      const isUsed = (entry: string, asType: boolean) =>
        used.some(({ target, isType }) => isType === asType && contains(entry, target));
      return [
        ...values.filter((entry) => !isUsed(entry, false)),
        ...types.filter((entry) => !isUsed(entry, true)),
        ...packages.filter((name) => !used.some(({ target }) => target.startsWith(name))),
      ].map((entry) => `${layer} -> ${entry}`);
    });
    expect(unused).toEqual([]);
  });

  test.each(CASES)('$file imports $target, as a type: $isType, allowed: $allowed', ({ file, allowed }) => {
    expect(refused.has(file)).toBe(!allowed);
  });
});

const IMPORT = /\b(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\bfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/g;

/** What the files of each layer import. The rooms of the page share their row of the table, and so their imports. */
function importsOfLayers() {
  const found = new Map<string, { target: string; isType: boolean }[]>();
  const rooms = layers.filter((layer) => layer === 'app' || layer.startsWith('app/'));
  for (const path of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    const file = `src/${path}`;
    const layer = layerOf(file);
    if (layer === undefined || !/\.tsx?$/.test(file) || isTest(file)) continue;
    const imports = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, type, target, later]) => {
      const name = (target ?? later)!;
      return { target: name.startsWith('.') ? join(dirname(file), name) : name, isType: type !== undefined };
    });
    for (const one of rooms.includes(layer) ? rooms : [layer]) {
      found.set(one, [...(found.get(one) ?? []), ...imports]);
    }
  }
  return found;
}

/** The layer that an entry of the table is in. */
function rankedLayer(entry: string): string {
  const holding = layers.filter((layer) => entry === layer || entry.startsWith(`${layer}/`));
  return holding.sort((a, b) => b.length - a.length)[0] ?? '';
}

test('the protocol has no runtime code', async () => {
  expect(Object.keys(await import('../src/workers/wire/protocol.ts'))).toEqual([]);
});
