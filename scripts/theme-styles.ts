import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { cssVariables, theme } from '../src/app/look/theme.ts';

const NAME = 'virtual:theme.css';

/**
 * `import 'virtual:theme.css'`: the variables of the theme. Mantine's provider writes them into a style element of the page, which the
 * content policy forbids; this plugin extracts them at build time.
 */
export function themeStyles(): Plugin {
  return {
    name: 'theme-styles',
    resolveId: (source) => (source === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? themeVariables() : undefined),
  };
}

function themeVariables(): string {
  const provider = createElement(MantineProvider, {
    theme,
    cssVariablesResolver: cssVariables,
    withGlobalClasses: false,
  });
  const style = /^<style[^>]*>([^<]*)<\/style>$/.exec(renderToStaticMarkup(provider))?.[1];
  if (style === undefined) throw new Error('Mantine writes its variables in a different form: adapt this plugin.');
  return style;
}
