// npm run owner -- URL AUTHOR: sets the repository in package.json, and the fields that follow from it. Once, by whoever publishes it.
//
//     npm run owner -- https://github.com/me/tagsmith "Me <me@example.org>"
import { readFileSync, writeFileSync } from 'node:fs';

const [url = '', author = ''] = process.argv.slice(2);
if (!/^https:\/\/[^\s#]+[^/]$/.test(url) || author === '') {
  process.stderr.write('Usage: npm run owner -- URL AUTHOR\n');
  process.exit(2);
}
const file = new URL('../package.json', import.meta.url);
const base = url.replace(/\.git$/, '');
const fields = {
  homepage: `${base}#readme`,
  bugs: { url: `${base}/issues` },
  author,
  repository: { type: 'git', url: `git+${base}.git` },
};
writeFileSync(file, `${JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...fields }, null, 2)}\n`);
