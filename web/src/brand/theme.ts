import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const mixed = (share: number, other: 'white' | 'black') =>
  `color-mix(in oklab, var(--brand) ${share}%, ${other})`;

/** Ten shades around the skin's main colour, which is shade 6; the browser mixes them. */
const brandShades: MantineColorsTuple = [
  mixed(6, 'white'),
  mixed(12, 'white'),
  mixed(24, 'white'),
  mixed(40, 'white'),
  mixed(60, 'white'),
  mixed(80, 'white'),
  'var(--brand)',
  'var(--brand-hover)',
  mixed(72, 'black'),
  mixed(58, 'black'),
];

/** The same value in each shade, because selected elements have one colour per scheme; see base.css. */
const chosenShades = Array.from({ length: 10 }, () => 'var(--chosen)') as unknown as MantineColorsTuple;

/** Mantine's grey shades as warm as paper; 6 and 7 have 3:1 and 4.5:1 on light surfaces. */
const grayShades: MantineColorsTuple = [
  '#f7f6f3',
  '#f0eee9',
  '#e4e1da',
  '#d0ccc3',
  '#c3beb4',
  '#a39d92',
  '#7d776e',
  '#625d55',
  '#3a3631',
  '#1e1c19',
];

/** Mantine's dark shades, from text (0) by border (4) and surface (7) to canvas (8), a little warmer. */
const darkShades: MantineColorsTuple = [
  '#ebe8e2',
  '#c8c4bc',
  '#b3aea5',
  '#8a847a',
  '#403c36',
  '#34312c',
  '#282622',
  '#1e1d1a',
  '#161512',
  '#100f0d',
];

export const theme = createTheme({
  colors: { brand: brandShades, chosen: chosenShades, dark: darkShades, gray: grayShades },
  // Chosen, ticked and open elements are drawn in ink. The skin's colour is only for the main button, logo and focus.
  primaryColor: 'chosen',
  primaryShade: 6,
  fontFamily: 'var(--font-text)',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Consolas, monospace',
  fontSizes: {
    xs: 'var(--text-meta)',
    sm: 'var(--text-dense)',
    md: 'var(--text-body)',
    lg: 'var(--text-section)',
    xl: 'var(--text-title)',
  },
  lineHeights: { xs: '1.35', sm: '1.54', md: '1.47', lg: '1.35', xl: '1.25' },
  fontWeights: {
    regular: 'var(--weight-regular)',
    medium: 'var(--weight-medium)',
    bold: 'var(--weight-strong)',
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  radius: {
    xs: 'var(--radius-control)',
    sm: 'var(--radius-control)',
    md: 'var(--radius-control)',
    lg: 'var(--radius-panel)',
    xl: 'var(--radius-pill)',
  },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '75em', xl: '90em' },
  headings: {
    fontWeight: 'var(--weight-strong)',
    sizes: {
      h1: { fontSize: 'var(--text-title)', lineHeight: '1.25' },
      h2: { fontSize: 'var(--text-section)', lineHeight: '1.35' },
      h3: { fontSize: 'var(--text-body)', lineHeight: '1.47' },
      h4: { fontSize: 'var(--text-dense)', lineHeight: '1.54' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: { defaultProps: { color: 'brand' } },
    Anchor: { defaultProps: { underline: 'always' } },
    Button: { defaultProps: { color: 'brand' } },
    Checkbox: { defaultProps: { iconColor: 'var(--chosen-contrast)' } },
    // Mantine writes white here, which is unreadable on the light ink of the dark scheme.
    Chip: { vars: () => ({ root: { '--chip-color': 'var(--chosen-contrast)' } }) },
    Indicator: { vars: () => ({ root: { '--indicator-text-color': 'var(--chosen-contrast)' } }) },
    Loader: { defaultProps: { color: 'var(--quiet)' } },
    Radio: { defaultProps: { iconColor: 'var(--chosen-contrast)' } },
    // Focuses the first item: Mantine's empty placeholder element is not a valid child of role="menu".
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    // Screen readers announce a header outside of sections as the banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    // Forms mark the fields that may stay empty (ui/OptionalLabel.tsx); an asterisk would mark the others too.
    // Hints are below the fields, so that fields side by side are aligned.
    InputWrapper: {
      defaultProps: { withAsterisk: false, inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    // A closed list of countries would be 250 elements in the page.
    Select: { defaultProps: { comboboxProps: { keepMounted: false } } },
    Modal: { defaultProps: { centered: true, radius: 'lg' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    Paper: { defaultProps: { withBorder: true } },
  },
});

/** In both schemes; Mantine's own values for a scheme are more specific than values for all. */
const ROLES = {
  '--mantine-color-brand-filled': 'var(--brand)',
  '--mantine-color-brand-filled-hover': 'var(--brand-hover)',
  '--mantine-color-brand-text': 'var(--ink)',
  '--mantine-color-brand-outline': 'var(--ink)',
  '--mantine-color-brand-outline-hover': 'var(--surface-hover)',
  '--mantine-color-brand-light': 'var(--chosen-soft)',
  '--mantine-color-brand-light-hover': 'var(--line)',
  '--mantine-color-brand-light-color': 'var(--ink)',
  '--mantine-primary-color-contrast': 'var(--chosen-contrast)',
  '--mantine-color-chosen-filled': 'var(--chosen)',
  '--mantine-color-chosen-filled-hover': 'var(--chosen)',
  '--mantine-color-chosen-text': 'var(--ink)',
  '--mantine-color-chosen-outline': 'var(--chosen)',
  '--mantine-color-chosen-outline-hover': 'var(--surface-hover)',
  '--mantine-color-chosen-light': 'var(--chosen-soft)',
  '--mantine-color-chosen-light-hover': 'var(--chosen-soft)',
  '--mantine-color-chosen-light-color': 'var(--ink)',
  // White text has 4.5:1 on it.
  '--mantine-color-red-filled': '#c22121',
  '--mantine-color-red-filled-hover': '#a31c1c',
  '--mantine-color-anchor': 'var(--ink)',
};

/** Dimmed text keeps a contrast of 4.5:1. Only filled buttons use the skin's colour; everything else is neutral. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...ROLES,
    '--mantine-color-dimmed': 'var(--quiet)',
    '--mantine-color-placeholder': '#6c665d',
    '--mantine-color-error': '#c22121',
    // Texts of badges, whose shades of Mantine have less than 4.5:1 on their backgrounds.
    '--mantine-color-green-light-color': '#1f672e',
    '--mantine-color-teal-light-color': '#066046',
    '--mantine-color-orange-light-color': '#9c340b',
    '--mantine-color-yellow-light-color': '#854500',
  },
  dark: {
    ...ROLES,
    '--mantine-color-dimmed': 'var(--quiet)',
    // Lighter than the surface below, like everything raised or hovered.
    '--mantine-color-gray-light': 'var(--surface-hover)',
    '--mantine-color-gray-light-hover': '#34312c',
    // Messages and badges are tinted paper, not blocks of colour.
    '--mantine-color-red-light': 'rgb(255 143 143 / 0.12)',
    '--mantine-color-red-light-hover': 'rgb(255 143 143 / 0.18)',
    '--mantine-color-red-light-color': '#ff8f8f',
    '--mantine-color-yellow-light': 'rgb(245 194 122 / 0.12)',
    '--mantine-color-yellow-light-color': '#f5c27a',
    '--mantine-color-orange-light': 'rgb(245 166 91 / 0.12)',
    '--mantine-color-orange-light-color': '#f5a65b',
    '--mantine-color-green-light': 'rgb(105 196 141 / 0.14)',
    '--mantine-color-green-light-color': '#69c48d',
    '--mantine-color-teal-light': 'rgb(105 196 170 / 0.14)',
    '--mantine-color-teal-light-color': '#69c4aa',
    '--mantine-color-violet-light': 'rgb(185 163 255 / 0.14)',
    '--mantine-color-violet-light-color': '#b9a3ff',
    '--mantine-color-placeholder': '#98928a',
    '--mantine-color-error': '#ff8f8f',
  },
});
