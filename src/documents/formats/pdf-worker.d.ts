// The minified files of pdf.js: the package has them for the command line and for the library.
declare module 'pdfjs-dist/legacy/build/pdf.worker.min.mjs' {
  /** Answers the requests of pdf.js. */
  export const WorkerMessageHandler: unknown;
}
declare module 'pdfjs-dist/legacy/build/pdf.min.mjs' {
  export * from 'pdfjs-dist';
}
