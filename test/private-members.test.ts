import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'private-members-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the linter refuses accessibility modifiers, except of constructors', () => {
  cpSync('.oxlintrc.json', join(folder, '.oxlintrc.json'));
  cpSync('scripts/lint', join(folder, 'scripts/lint'), { recursive: true });
  writeFileSync(
    join(folder, 'a.ts'),
    `export class A {
  readonly #field = 1;
  private readonly field = 2;
  protected method(): number {
    return this.#field + this.field;
  }
  public get value(): number {
    return this.method();
  }
  private constructor(private readonly parameter: number) {}
  static create(): A {
    return new A(1);
  }
}
`,
  );
  const args = ['--format', 'json', 'a.ts'];
  const { stdout } = spawnSync(resolve('node_modules/.bin/oxlint'), args, { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; labels: { span: { line: number } }[] }[];
  };
  const refused = diagnostics.filter(({ code }) => code.includes('private-members'));
  expect(refused.map(({ labels }) => labels[0]!.span.line).toSorted((a, b) => a - b)).toEqual([3, 4, 7, 10]);
});
