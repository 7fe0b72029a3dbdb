import { exceptions, ringOf } from '../../mutations/killed-by.ts'
import { mutationsBySubject } from '../../mutations/mutations.ts'

/** Generates docs/guarantees.md: each guarantee, the code whose removal breaks it, and the tests that then fail, with their ring. */
export function listGuarantees(): string {
  const link = (file: string): string => `[${file.split('/').slice(-2).join('/')}](../${file})`
  const sections = Object.entries(mutationsBySubject).flatMap(([subject, mutations]) => [
    '',
    `## ${subject}`,
    '',
    '| Guarantee | Where | Tests | Ring |',
    '|---|---|---|---|',
    ...mutations.map(
      mutation =>
        `| ${mutation.name} | ${link(mutation.file)} | ${mutation.tests.map(link).join(', ')} | ${ringOf(mutation)} |`,
    ),
  ])
  return `${[
    '# Guarantees',
    '',
    '<!-- Written by npm run generate from mutations/. -->',
    '',
    'For auditors and contributors: what Parley promises, and the proof that a test notices when it no longer holds. Each row is a',
    'mutation: `npm run mutations -- --only <guarantee>` removes the guarantee from a copy of the code and shows that the tests fail.',
    'Tests of ring 1 run at every hand-in; what the other rings are: [CONTRIBUTING.md](../CONTRIBUTING.md#rings).',
    ...sections,
    '',
    '## Not in ring 1',
    '',
    '| Guarantee | Reason |',
    '|---|---|',
    ...Object.entries(exceptions).map(([name, reason]) => `| ${name} | ${reason} |`),
  ].join('\n')}\n`
}
