import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

interface Case {
  file: string;
  source: string;
  allowed: boolean;
}

/** One line for each rule of the boundary table in ARCHITECTURE.md: what it refuses, and beside it what it must let pass. */
const CASES: Case[] = [
  forbidden('src/lib/a.ts', `import '../data/corpus.ts';`),
  forbidden('src/lib/b.ts', `import 'zustand';`),
  permitted('src/lib/c.ts', `import './errors.ts';`),
  forbidden('src/lib/d.ts', `import 'd3-dsv';`),
  permitted('src/lib/csv.ts', `import 'd3-dsv';`),

  forbidden('src/data/a.ts', `import '@tensorflow/tfjs-core';`),
  forbidden('src/data/b.ts', `import '../model/tagger.ts';`),
  forbidden('src/config/e.ts', `import '../kernels/linear/op.ts';`),
  forbidden('src/eval/c.ts', `import 'react';`),
  permitted('src/data/d.ts', `import '../lib/errors.ts';`),

  forbidden('src/kernels/linear/a.ts', `import '../../model/tagger.ts';`),
  forbidden('src/kernels/linear/b.ts', `import '../../data/vocabulary.ts';`),
  forbidden('src/crf/c.ts', `import '../app/main.tsx';`),
  forbidden('src/crf/d.ts', `import '@tensorflow/tfjs';`),
  permitted('src/kernels/linear/e.ts', `import '@tensorflow/tfjs-core';`),
  permitted('src/kernels/linear/f.ts', `import '../../data/ragged.ts';`),
  permitted('src/crf/b.ts', `import '../data/tag-style.ts';`),
  permitted('src/crf/g.ts', `import '../kernels/shared/kernel.ts';`),

  forbidden('src/model/a.ts', `import '../app/main.tsx';`),
  forbidden('src/model/b.ts', `import '../workers/client.ts';`),
  forbidden('src/model/c.ts', `import '../kernels/recurrent/webgpu.ts';`),
  forbidden('src/model/d.ts', `document.title = '';`),
  permitted('src/model/e.ts', `import '../kernels/recurrent/op.ts';`),
  permitted('src/model/f.ts', `import '@tensorflow/tfjs-core';`),

  forbidden('src/export/a.ts', `import '@tensorflow/tfjs-core';`),
  permitted('src/export/e.ts', `import '../model/shapes.ts';`),
  forbidden('src/export/b.ts', `import { train } from '../model/trainer.ts'; train();`),
  permitted('src/export/c.ts', `import type { Config } from '../model/config.ts'; export type C = Config;`),

  forbidden('src/runtime/a.ts', `import '../model/tagger.ts';`),
  forbidden('src/runtime/b.ts', `import 'fflate';`),
  permitted('src/runtime/c.ts', `import '../crf/decode.ts';`),

  forbidden('src/workers/wire/protocol.ts', `import { Steps } from '../lib/units.ts'; export type S = typeof Steps;`),
  forbidden('src/workers/wire/client.ts', `import './handlers.ts';`),
  forbidden('src/workers/handlers.ts', `import '../app/main.tsx';`),
  permitted('src/workers/wire/serve.ts', `import '../model/trainer.ts';`),

  forbidden('src/app/a.ts', `import '@tensorflow/tfjs-core';`),
  forbidden('src/app/features/data/b.ts', `import '../../../model/tagger.ts';`),
  forbidden('src/app/c.ts', `import '../crf/decode.ts';`),
  forbidden('src/app/d.ts', `import '../workers/handlers.ts';`),
  permitted('src/app/e.ts', `import '../workers/client.ts';`),
  permitted('src/app/f.ts', `import type { Config } from '../model/config.ts'; export type C = Config;`),

  forbidden('src/cli/a.ts', `import '../app/main.tsx';`),
  permitted('src/cli/b.ts', `import '../model/trainer.ts';`),
  forbidden('bench/a.ts', `import '@tensorflow/tfjs';`),
];

function forbidden(file: string, source: string): Case {
  return { file, source, allowed: false };
}

function permitted(file: string, source: string): Case {
  return { file, source, allowed: true };
}

describe('import rules', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
  const refused = new Set<string>();

  beforeAll(() => {
    cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'));
    for (const { file, source } of CASES) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${source}\nexport {};\n`);
    }
    const { stdout } = spawnSync(resolve('node_modules/.bin/oxlint'), ['--format', 'json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const report = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    for (const { code, filename } of report.diagnostics) {
      if (code.includes('no-restricted')) refused.add(filename);
    }
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(CASES)('$file: $source ($allowed)', ({ file, allowed }) => {
    expect(refused.has(file)).toBe(!allowed);
  });

  test('nothing of the protocol is left at run time', async () => {
    expect(Object.keys(await import('../src/workers/wire/protocol.ts'))).toEqual([]);
  });
});
