import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Writes the manual page, `tagsmith.1`, which the built command line prints, beside it. */
export function manual(): Plugin {
  return {
    name: 'manual',
    writeBundle({ dir = '' }) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(dir, 'main.mjs'), 'help', '--man'], {
        encoding: 'utf8',
      });
      if (status !== 0) this.error(`The manual page could not be printed: ${stderr}`);
      writeFileSync(join(dir, 'tagsmith.1'), stdout);
    },
  };
}
