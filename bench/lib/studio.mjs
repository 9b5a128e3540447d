import { preview } from 'vite';
import { previewHeaders } from '../../scripts/preview-headers.mjs';

/**
 * Serves the built studio as `vite preview` does, on a free port. Without the project's configuration, whose plugins only build, and take a
 * second to load.
 *
 * @param {string} [outDir]
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveStudio(outDir = 'dist') {
  const server = await preview({
    configFile: false,
    base: './',
    preview: { host: 'localhost', port: 0 },
    build: { outDir },
    plugins: [previewHeaders()],
  });
  return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close() };
}
