import { settings } from '../../packages/server/src/config.ts'

/** Generates docs/configuration.md from the settings. */
export function documentSettings(): string {
  const rows = Object.values<{ variable: string; description: string; fallback?: string }>(settings).map(
    ({ variable, description, fallback }) =>
      `| \`${variable}\` | ${description} | ${fallback === undefined ? 'required' : fallback === '' ? 'none' : `\`${fallback}\``} |`,
  )
  return `${[
    '# Configuration',
    '',
    '<!-- Written by npm run generate from packages/server/src/config.ts. -->',
    '',
    'Every setting is an environment variable. A process reads them once, when it starts, and reports all errors together.',
    'Each setting can also come from a file, such as a mounted secret: `DATABASE_URL_FILE` names a file that contains `DATABASE_URL`.',
    'An unknown variable that starts with `PARLEY_` is an error too.',
    '',
    '| Variable | Meaning | Default |',
    '|---|---|---|',
    ...rows,
  ].join('\n')}\n`
}
