import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGE_HEADERS } from '../scripts/page-headers.mjs';

const guide = readFileSync('docs/hosting.md', 'utf8');

test.each(['nginx', 'Caddy'])('docs/hosting.md: the lines for %s send all headers', (server) => {
  const lines = guide.split(/^### /m).find((part) => part.startsWith(`${server}\n`)) ?? '';
  for (const [name, value] of Object.entries(PAGE_HEADERS)) {
    expect(lines.replaceAll('"', '')).toContain(`${name} ${value}`);
  }
});
