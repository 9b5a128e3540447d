import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { headersOf } from '../../../scripts/page-headers.mjs';
import { StudioError } from '../../lib/errors.ts';
import { exists } from '../files.ts';
import { defineCommand } from '../parsing/command.ts';
import { toggle, whole } from '../parsing/flags.ts';
import type { Terminal } from '../terminal.ts';

/** The built studio, next to the built command line. */
const FOLDER = fileURLToPath(new URL('../dist/', import.meta.url));

/** Default port. It should not change, because browsers store runs and settings by origin. */
const STUDIO_PORT = 8247;
/** Number of other ports to try. */
const OTHERS = 20;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.conll': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.zip': 'application/zip',
};

export const command = defineCommand({
  name: 'studio',
  place: 10,
  summary: 'serve the studio to a browser on this computer',
  about: `
Serves the studio to browsers on this computer, with the headers that threads need, and prints its address. Press
Ctrl-C to stop it.`,
  flags: {
    port: whole(
      'N',
      `default: ${STUDIO_PORT}, or the next free port. The browser stores runs per address: use the same port to find them again`,
      1,
      65535,
    ),
    open: toggle('open it in the browser'),
  },
  run: serveStudio,
});

interface StudioOptions {
  port: number | undefined;
  open: boolean;
}

async function serveStudio(terminal: Terminal, { port, open }: StudioOptions): Promise<void> {
  if (!(await exists(join(FOLDER, 'index.html')))) {
    throw new StudioError('BadInput', `The studio is not built: there is no ${FOLDER}index.html. Run npm run build.`);
  }
  const server = await listen((request, response) => void answer(FOLDER, request, response), port);
  const address = server.address();
  const url = `http://localhost:${typeof address === 'object' && address !== null ? address.port : port}/`;
  terminal.print(url);
  terminal.note('The studio is served on this computer only. Press Ctrl-C to stop it.');
  if (open) openBrowser(terminal, url);
}

/** The program that opens an address, by platform. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

export function openBrowser(terminal: Terminal, url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', ({ message }) => terminal.note(`The browser cannot be opened: ${message}. Open the address above.`))
    .unref();
}

/**
 * Listens on this computer only.
 *
 * @param requested port; undefined: `STUDIO_PORT`, or the next free port
 * @throws StudioError BadInput if the requested port is in use or not allowed
 */
async function listen(
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  requested: number | undefined,
): Promise<Server> {
  const ports =
    requested === undefined ? [...Array.from({ length: OTHERS }, (_, i) => STUDIO_PORT + i), 0] : [requested];
  let refusal: unknown;
  for (const port of ports) {
    const server = createServer(handler);
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, 'localhost', resolve);
      });
      return server;
    } catch (error) {
      refusal = error;
    }
  }
  const reason = refusal instanceof Error ? refusal.message : String(refusal);
  throw new StudioError('BadInput', `Cannot listen on port ${ports[0]}: ${reason}. Choose another one with --port.`, {
    cause: refusal,
  });
}

/** Responds with a file of the folder, with the headers of the studio. */
export async function answer(
  folder: string,
  { method, url = '/' }: Pick<IncomingMessage, 'method' | 'url'>,
  response: ServerResponse,
): Promise<void> {
  const path = URL.canParse(url, 'http://localhost') ? filePath(new URL(url, 'http://localhost').pathname) : undefined;
  const file = path === undefined ? undefined : join(folder, path);
  const info = file === undefined ? undefined : await stat(file).catch(() => undefined);
  const status = method === 'GET' || method === 'HEAD' ? 404 : 405;
  if (file === undefined || path === undefined || info?.isFile() !== true || status === 405) {
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end(status === 404 ? 'Not found' : 'Not allowed');
    return;
  }
  response.writeHead(200, {
    ...headersOf(url),
    // The names of these files change with their contents.
    'Cache-Control': path.startsWith('assets') ? 'max-age=31536000, immutable' : 'no-cache',
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Content-Length': info.size,
  });
  if (method === 'HEAD') response.end();
  else
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
}

/** Path relative to the folder, and inside it; undefined if it is not valid. */
function filePath(pathname: string): string | undefined {
  try {
    const path = normalize(decodeURIComponent(pathname)).replace(/^[\\/]+/, '');
    if (path.startsWith('..') || path.includes('\0')) return undefined;
    return path === '' || path.endsWith('/') ? `${path}index.html` : path;
  } catch {
    return undefined; // malformed percent-encoding
  }
}
