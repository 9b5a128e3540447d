import { ISOLATION_HEADERS } from './isolation-headers.mjs';

/**
 * What the studio may load and run. What is not named is forbidden: frames, fonts, plug-ins, forms, and styles or scripts within the HTML.
 * `'wasm-unsafe-eval'` allows WebAssembly, not `eval`. Drawings are made into PNG by way of `data:`.
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

/** As the `<meta>` of the built page has it. */
export const CONTENT_POLICY = Object.entries(DIRECTIVES)
  .map(([name, value]) => `${name} ${value}`)
  .join('; ');

/**
 * What the servers of the studio send with every file. The policy of a `<meta>` does not hold in workers, that of a header does; and
 * only a header can say who may show the page in a frame.
 */
export const PAGE_HEADERS = {
  ...ISOLATION_HEADERS,
  'Content-Security-Policy': `${CONTENT_POLICY}; frame-ancestors 'self'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
