declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  /** Answers the requests of pdf.js. */
  export const WorkerMessageHandler: unknown;
}
