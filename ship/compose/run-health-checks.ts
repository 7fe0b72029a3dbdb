import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '../common/run.ts'

/** Podman leaves health checks to timers of systemd; where systemd does not run, somebody else has to start them. */
export async function runHealthChecks(project: string, signal: AbortSignal): Promise<void> {
  const filter = `label=com.docker.compose.project=${project}`
  while (!signal.aborted) {
    const running = await run('podman', ['ps', '--quiet', '--filter', filter, '--filter', 'status=running'])
    for (const container of running.split('\n').filter(Boolean)) {
      await run('podman', ['healthcheck', 'run', container]).catch(() => {})
    }
    await sleep(1_000)
  }
}
