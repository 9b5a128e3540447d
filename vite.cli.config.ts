import { defineConfig } from 'vite';

/** The command line, for Node: `dist-cli/main.mjs` with its WebAssembly modules in `assets/` beside it. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'src/cli/main.ts',
    outDir: 'dist-cli',
    target: 'node20',
    assetsInlineLimit: 0,
    ssrEmitAssets: true,
    rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: 'assets/[name]-[hash].mjs' } },
  },
  ssr: {
    noExternal: true, // TF.js' packages are written for bundlers: Node cannot import their files by itself
    external: ['webgpu'], // optional, native, found at run time if installed
  },
  experimental: {
    // `import url from './x.wasm?url'` is then a file: address, wherever the checkout lies.
    renderBuiltUrl: (filename, { hostId }) => ({
      runtime: `new URL(${JSON.stringify(hostId.includes('/') ? `../${filename}` : `./${filename}`)}, import.meta.url).href`,
    }),
  },
});
