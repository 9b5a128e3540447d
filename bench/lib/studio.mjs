import { preview } from 'vite';

/**
 * Serves the built studio as `vite preview` does, on a free port.
 *
 * @param {string} [outDir]
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveStudio(outDir = 'dist') {
  const server = await preview({ preview: { port: 0 }, build: { outDir } });
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}
