import { DEFAULT_THEME, MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { cssVariables, theme } from '../src/app/look/theme.ts';

const NAME = 'virtual:theme.css';

/** The colours that components of the page have as `color`. */
const COMPONENT_COLOURS = ['petrol', 'gray'];

const DECLARATION = /(--[\w-]+):([^;{}]*);/g;

const colourOf = (variable: string) => /^--mantine-color-([a-z]+)-/.exec(variable)?.[1] ?? '';

/**
 * `import 'virtual:theme.css'`: the variables of the theme. Mantine's provider writes them into a style element of the page, which the
 * content policy forbids; this plugin extracts them at build time, without those of colours that nothing uses.
 */
export function themeStyles(): Plugin {
  return {
    name: 'theme-styles',
    resolveId: (source) => (source === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? withoutUnusedColours(themeVariables()) : undefined),
  };
}

function themeVariables(): string {
  const provider = createElement(MantineProvider, {
    theme,
    cssVariablesResolver: cssVariables,
    deduplicateCssVariables: false,
    withGlobalClasses: false,
  });
  const style = /^<style[^>]*>([^<]*)<\/style>$/.exec(renderToStaticMarkup(provider))?.[1];
  if (style === undefined) throw new Error('Mantine writes its variables in a different form: adapt this plugin.');
  return style;
}

/** A colour has some 40 variables. Components name those of their own colour, the others are named by variables of other names. */
function withoutUnusedColours(styles: string): string {
  const declarations = [...styles.matchAll(DECLARATION)].map(([, name = '', value = '']) => ({ name, value }));
  const isUsed = (colour: string) =>
    COMPONENT_COLOURS.includes(colour) ||
    declarations.some(({ name, value }) => colourOf(name) !== colour && value.includes(`--mantine-color-${colour}-`));
  const unused = new Set(Object.keys(DEFAULT_THEME.colors).filter((colour) => !isUsed(colour)));
  return styles.replace(DECLARATION, (declaration, name: string) => (unused.has(colourOf(name)) ? '' : declaration));
}
