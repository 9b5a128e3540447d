import { ISOLATION_HEADERS } from './isolation-headers.mjs';

/**
 * The content security policy of the studio. Everything else is forbidden: frames, fonts, plug-ins, forms, and styles or scripts within the HTML.
 * `'wasm-unsafe-eval'` allows WebAssembly, not `eval`. Figures are converted to PNG through `data:` URLs.
 */
const DIRECTIVES = {
  'default-src': "'none'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default', // src/lib/trusted-types.ts
};

/** The policy in the `<meta>` of the built page. */
export const CONTENT_POLICY = Object.entries(DIRECTIVES)
  .map(([name, value]) => `${name} ${value}`)
  .join('; ');

/**
 * The headers that the servers of the studio send with every file. Unlike the policy of a `<meta>`, that of a header applies to workers,
 * and can restrict which sites may embed the page in a frame.
 */
export const PAGE_HEADERS = {
  ...ISOLATION_HEADERS,
  'Content-Security-Policy': `${CONTENT_POLICY}; frame-ancestors 'self'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** The headers of an embedded lesson (`?embed`), which any page may show in a frame: it has no files and no model. */
const EMBED_HEADERS = { ...PAGE_HEADERS, 'Content-Security-Policy': `${CONTENT_POLICY}; frame-ancestors *` };

/**
 * The headers of a response.
 *
 * @param {string | undefined} url of the request, with its query
 * @returns {Record<string, string>}
 */
export function headersOf(url = '/') {
  const [, query] = url.split('?');
  return new URLSearchParams(query).has('embed') ? EMBED_HEADERS : PAGE_HEADERS;
}
