// Vitest's global setup: the PostgreSQL of TEST_DATABASE_URL, or of this machine, or else the one that npm installed.
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgresql } from '../../src/cli/sandbox/embedded-postgresql.ts'
import { listensAt } from '../../src/cli/sandbox/listens-at.ts'

const folder = fileURLToPath(new URL('../../../../.cache/postgresql', import.meta.url))

export default async function startPostgresql(project: TestProject): Promise<() => Promise<void>> {
  const embedded =
    process.env['TEST_DATABASE_URL'] === undefined && !(await listensAt(5432))
      ? await startEmbeddedPostgresql(folder)
      : undefined
  if (embedded) process.env['TEST_DATABASE_URL'] = embedded.adminUrl
  // Imported only now, because the modules of the tests read the variable when they load.
  const { prepareTemplate } = await import('./template.ts')
  const release = await prepareTemplate(project)
  return async () => {
    await release()
    await embedded?.stop()
  }
}
