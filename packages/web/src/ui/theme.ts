import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core'
import type { SyntheticEvent } from 'react'

const selectAll = ({ currentTarget }: SyntheticEvent<HTMLInputElement>): void => currentTarget.select()

/** The library computes contrast only for the light scheme; our colours cover both. */
const variantColors: VariantColorsResolver = input => {
  const standard = defaultVariantColorsResolver(input)
  if (input.color === 'yellow')
    return { ...standard, background: 'var(--notice-tint)', color: 'var(--notice)' }
  const isDanger = input.color === 'red'
  if (!isDanger && input.color !== undefined && input.color !== 'pine') return standard
  const ink = isDanger ? 'var(--danger)' : 'var(--accent)'
  switch (input.variant) {
    case 'filled':
      return isDanger
        ? {
            ...standard,
            background: 'var(--danger-fill)',
            hover: 'var(--danger-fill-strong)',
            color: '#ffffff',
          }
        : { ...standard, background: ink, hover: 'var(--accent-strong)', color: 'var(--on-accent)' }
    case 'light':
      return {
        ...standard,
        background: isDanger ? 'var(--danger-tint)' : 'var(--tint)',
        hover: isDanger ? 'var(--danger-tint-strong)' : 'var(--tint-strong)',
        color: isDanger ? ink : 'var(--accent-strong)',
      }
    case 'outline':
      return {
        ...standard,
        border: `1px solid ${ink}`,
        hover: isDanger ? 'var(--danger-tint)' : 'var(--tint)',
        color: ink,
      }
    case 'subtle':
      return { ...standard, hover: isDanger ? 'var(--danger-tint)' : 'var(--tint)', color: ink }
    default:
      return standard
  }
}

const dialogTitle = { fontSize: '1.125rem', fontWeight: 640, overflowWrap: 'anywhere' } as const

export const theme = createTheme({
  variantColorResolver: variantColors,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 3 },
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
    Modal: {
      defaultProps: {
        centered: true,
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: dialogTitle },
    },
    // The library's track has the colour of the page, so the choices would look like loose words.
    SegmentedControl: {
      styles: { root: { background: 'var(--track)' }, indicator: { background: 'var(--chosen)' } },
    },
    // A long word would overflow the list, which clips it.
    Select: {
      // The field shows the selection; typing must replace it, not append to it.
      defaultProps: { onFocus: selectAll, onClick: selectAll },
      styles: { option: { overflowWrap: 'anywhere' } },
    },
    MultiSelect: { styles: { option: { overflowWrap: 'anywhere' } } },
    Drawer: {
      defaultProps: {
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps: { 'aria-label': 'Close' },
      },
      styles: { title: dialogTitle },
    },
    Notification: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: { description: { color: 'var(--quiet)' } },
    },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', withinPortal: true } },
  },
})

/** The library's greys and reds have too little contrast for small text. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#14211f',
    '--mantine-color-dimmed': '#52615e',
    '--mantine-color-placeholder': '#5f6d6a',
    '--mantine-color-error': '#9c1c1c',
    '--mantine-color-default-border': '#b6c1be',
    '--mantine-color-anchor': '#0f5257',
    '--mantine-color-gray-light-color': '#3d4a48',
  },
  dark: {
    '--mantine-color-text': '#e9efee',
    '--mantine-color-dimmed': '#a5b3b1',
    '--mantine-color-placeholder': '#93a19e',
    '--mantine-color-error': '#ffb0a8',
    '--mantine-color-anchor': '#86d3c9',
    '--mantine-primary-color-contrast': '#06201f',
  },
})
