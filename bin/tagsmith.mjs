#!/usr/bin/env node
// Runs the command line (src/cli). In a checkout it is built first if it is missing or older than its sources; a package has it built.
import { existsSync } from 'node:fs';

const build = new URL('../scripts/build-command-line.mjs', import.meta.url);
if (existsSync(build)) await import(build.href);
await import(new URL('../dist-cli/main.mjs', import.meta.url).href);
