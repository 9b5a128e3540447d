import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { ENTITY_COLOURS } from './entity-look.ts';

/** The accent, for buttons, focus and progress. Entity types have their own colours. */
const petrol: MantineColorsTuple = [
  '#e8f5f6',
  '#cfe8ea',
  '#a0d2d6',
  '#6dbac1',
  '#46a6af',
  '#2e9aa4',
  '#1f8f9a',
  '#14808b',
  '#0c6b75',
  '#005a64',
];

const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#eff1f3',
  '#e3e6e9',
  '#d3d7dc',
  '#b3b9c1',
  '#8b939e',
  '#5f6771',
  '#474d56',
  '#2e3238',
  '#1b1d21',
];

const dark: MantineColorsTuple = [
  '#e2e5e9',
  '#c4c8ce',
  '#9aa1ab',
  '#6b727c',
  '#3a3e45',
  '#2b2f35',
  '#212429',
  '#16181b',
  '#101214',
  '#0a0b0d',
];

/** Popovers and menus are also rendered within a landmark. */
const IN_MAIN = { target: 'main' };

export const theme = createTheme({
  colors: { petrol, gray, dark },
  primaryColor: 'petrol',
  primaryShade: { light: 8, dark: 7 },
  black: '#1b1d21',
  defaultRadius: 4,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  components: {
    Button: { defaultProps: { size: 'compact-sm', variant: 'default' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 26 } },
    TextInput: { defaultProps: { size: 'xs' } },
    NativeSelect: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'sm' } },
    Switch: { defaultProps: { size: 'xs' } },
    SegmentedControl: {
      defaultProps: { size: 'xs', transitionDuration: 0, withItemsBorders: false },
      styles: { label: { padding: '1px 7px', fontSize: 12 } },
    },
    // `lockScroll` adds a style element, which the content policy forbids; page.css has a rule instead.
    Modal: { defaultProps: { transitionProps: { duration: 0 }, centered: true, lockScroll: false } },
    Menu: {
      defaultProps: {
        transitionProps: { duration: 0 },
        position: 'bottom-end',
        shadow: 'sm',
        portalProps: IN_MAIN,
        withInitialFocusPlaceholder: false, // the first item gets the focus, since a menu has only items
      },
    },
    Popover: { defaultProps: { transitionProps: { duration: 0 }, shadow: 'sm', portalProps: IN_MAIN } },
  },
});

const entityVariables = (colours: readonly string[]) =>
  Object.fromEntries(colours.map((colour, slot) => [`--entity-${slot}`, colour]));

/**
 * Variables that Mantine does not have. `line`: hairlines. `dim`: secondary text, 4.5:1 on the background. `negative` and `positive`: numbers
 * in heat maps.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--negative': '#58a6f6', '--positive': '#f58648' },
  light: {
    '--line': '#e3e6e9',
    '--line-strong': '#c9ced4',
    '--dim': '#5f6771',
    '--soft': '#f7f8f9',
    '--bad': '#b3261e',
    '--bad-soft': '#fdecea',
    '--accent': '#0c6b75',
    '--mantine-color-dimmed': '#5f6771',
    ...entityVariables(ENTITY_COLOURS.light),
  },
  dark: {
    '--line': '#2b2f35',
    '--line-strong': '#454a52',
    '--dim': '#9aa1ab',
    '--soft': '#1c1f23',
    '--bad': '#ff8a80',
    '--bad-soft': '#3a2220',
    '--accent': '#46a6af',
    '--mantine-color-dimmed': '#9aa1ab',
    ...entityVariables(ENTITY_COLOURS.dark),
  },
});
