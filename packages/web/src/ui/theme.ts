import { type CSSVariablesResolver, createTheme } from '@mantine/core'

export const theme = createTheme({
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 3 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  headings: { fontWeight: '620' },
  colors: {
    pine: [
      '#eef6f5',
      '#d9ebe8',
      '#b3d8d2',
      '#86d3c9',
      '#5bb5ab',
      '#38958c',
      '#1f7a73',
      '#14666a',
      '#0f5257',
      '#0a3f43',
    ],
    dark: [
      '#e9efee',
      '#c9d3d1',
      '#a5b3b1',
      '#8d9c99',
      '#3a4846',
      '#2b3736',
      '#1b2524',
      '#161e1e',
      '#111818',
      '#0e1414',
    ],
  },
  components: {
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.4 } } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', withinPortal: true } },
  },
})

/** The library's own greys and reds miss the contrast that small text needs. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#14211f',
    '--mantine-color-dimmed': '#52615e',
    '--mantine-color-placeholder': '#5f6d6a',
    '--mantine-color-error': '#9c1c1c',
    '--mantine-color-default-border': '#b6c1be',
    '--mantine-color-anchor': '#0f5257',
    '--mantine-color-red-filled': '#9c1c1c',
    '--mantine-color-red-filled-hover': '#7f1616',
    '--mantine-color-red-light-color': '#9c1c1c',
    '--mantine-color-pine-light-color': '#0a3f43',
    '--mantine-color-gray-light-color': '#3d4a48',
  },
  dark: {
    '--mantine-color-text': '#e9efee',
    '--mantine-color-dimmed': '#a5b3b1',
    '--mantine-color-placeholder': '#93a19e',
    '--mantine-color-error': '#ffb0a8',
    '--mantine-color-anchor': '#86d3c9',
    '--mantine-color-red-filled': '#b3302b',
    '--mantine-color-red-filled-hover': '#c23b35',
    '--mantine-color-red-light-color': '#ffb0a8',
  },
})
