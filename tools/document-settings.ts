import { settings } from '../packages/server/src/config.ts'

/** docs/configuration.md, from the settings themselves. */
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
    'Every setting is an environment variable. A process reads them once, when it starts, and tells every mistake at once.',
    'Each may also be given by a file, as secrets are mounted: `DATABASE_URL_FILE` names a file that holds `DATABASE_URL`.',
    'A name that starts with `PARLEY_` and is not in this table is a mistake too.',
    '',
    '| Variable | Meaning | Default |',
    '|---|---|---|',
    ...rows,
  ].join('\n')}\n`
}
