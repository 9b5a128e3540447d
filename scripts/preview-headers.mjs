import { headersOf } from './page-headers.mjs';

/**
 * The headers of the studio for `vite preview`, which depend on the address.
 *
 * @returns {import('vite').Plugin}
 */
export function previewHeaders() {
  return {
    name: 'preview-headers',
    configurePreviewServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        for (const [name, value] of Object.entries(headersOf(request.url))) response.setHeader(name, value);
        next();
      });
    },
  };
}
