import type { Plugin } from 'vite';
import { CONTENT_POLICY } from './page-headers.mjs';

/** The policy in the built page itself, for hosts that send no headers. Vite's development server does not work under it. */
export function contentPolicy(): Plugin {
  return {
    name: 'content-policy',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: CONTENT_POLICY },
        injectTo: 'head-prepend',
      },
    ],
  };
}
