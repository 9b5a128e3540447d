import type { Plugin } from 'vite';

/** The Node APIs that TF.js and its random numbers use, implemented with APIs that browsers also have. */
const MODULES: Record<string, string> = {
  util: `
const is = (type) => (value) => value instanceof type;
export const { TextEncoder, TextDecoder } = globalThis;
export const types = {
  isFloat32Array: is(Float32Array),
  isInt32Array: is(Int32Array),
  isUint8Array: is(Uint8Array),
  isUint8ClampedArray: is(Uint8ClampedArray),
};`,
  crypto: 'export const randomBytes = undefined;', // the global `crypto` is used instead
  'node-fetch': 'export default globalThis.fetch;',
};

const PREFIX = '\0tfjs-anywhere:';

/** TF.js in one build for Node and browsers: without Node modules, and without packages that polyfill `fetch`. */
export function tfjsAnywhere(): Plugin {
  return {
    name: 'tfjs-anywhere',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source in MODULES && importer?.includes('node_modules') ? `${PREFIX}${source}` : undefined,
    load: (id) => (id.startsWith(PREFIX) ? MODULES[id.slice(PREFIX.length)] : undefined),
  };
}
