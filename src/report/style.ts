import { html } from './markup.ts';

/** The style sheet of a report. It follows the theme of the system, except on paper. */
export const STYLE = html`<style>
  :root {
    color-scheme: light dark;
    --ink: light-dark(#1d2126, #e6e8ea);
    --dim: light-dark(#58606a, #9aa3ad);
    --line: light-dark(#dcdfe3, #3a4048);
  }
  body {
    max-width: 860px;
    margin: 32px auto;
    padding: 0 20px;
    color: var(--ink);
    background: light-dark(#fff, #17191c);
    font:
      14px/1.5 system-ui,
      sans-serif;
  }
  h1 {
    font-size: 22px;
    margin: 0 0 4px;
    overflow-wrap: anywhere;
  }
  h2 {
    font-size: 15px;
    margin: 28px 0 8px;
  }
  section,
  tr,
  figure,
  li {
    break-inside: avoid;
  }
  section:has(table tr:nth-child(30)),
  section:has(.errors) {
    break-inside: auto;
  }
  .wide {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  caption,
  figcaption,
  footer,
  .tick {
    color: var(--dim);
    text-align: start;
    font-size: 12px;
  }
  caption {
    padding-bottom: 4px;
  }
  th,
  td {
    padding: 2px 14px 2px 0;
    border-bottom: 1px solid var(--line);
    text-align: end;
    font-weight: 400;
  }
  th:first-child,
  td:first-child {
    text-align: start;
    min-width: 9ch;
    max-width: 340px;
    overflow-wrap: anywhere;
  }
  thead th {
    color: var(--dim);
    font-size: 12px;
  }
  .matrix th,
  .matrix td {
    padding: 1px 4px;
    font-size: 10px;
  }
  figure {
    margin: 0 0 16px;
  }
  svg {
    width: 100%;
    max-width: 660px;
    height: auto;
  }
  svg text {
    font:
      11px system-ui,
      sans-serif;
    fill: currentColor;
  }
  svg .tick {
    fill: var(--dim);
  }
  svg .name {
    font-weight: 600;
  }
  .grid {
    stroke: var(--line);
  }
  .line {
    fill: none;
    stroke-width: 1.75;
    stroke-linejoin: round;
  }
  .errors {
    padding-left: 48px;
    overflow-wrap: anywhere;
  }
  .errors > li {
    margin-bottom: 8px;
  }
  .errors ul {
    padding-left: 16px;
    color: var(--dim);
  }
  footer {
    margin: 32px 0;
  }
  @media print {
    :root {
      color-scheme: light;
    }
    body {
      margin: 0;
      max-width: none;
      font-size: 11px;
    }
    * {
      print-color-adjust: exact;
    }
  }
</style>`;
