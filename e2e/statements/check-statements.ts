import { readFile } from 'node:fs/promises'
import { type Installation, startInstallation } from './installation.ts'
import { Report } from './report.ts'
import type { Scenario } from './scenario.ts'
import { scenarios } from './scenarios/index.ts'

/** Two cores: more at a time would only wait for each other. */
const concurrency = 4

/** Runs all scenarios on one installation, or those with this in their name. Those that disturb others run last, alone. */
export async function checkStatements(partOfName = ''): Promise<Report> {
  const gaps = await readFile(new URL('../../docs/interface-gaps.md', import.meta.url), 'utf8')
  const report = new Report(gaps)
  const chosen = scenarios.filter(({ name }) => name.includes(partOfName))
  const installation = await startInstallation()
  try {
    const queue = chosen.filter(({ alone }) => alone !== true)
    const work = async (): Promise<void> => {
      for (let scenario = queue.shift(); scenario; scenario = queue.shift()) {
        await runOne(scenario, installation, report)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    for (const scenario of chosen.filter(({ alone }) => alone === true)) {
      await runOne(scenario, installation, report)
    }
  } finally {
    await installation.stop()
  }
  return report
}

async function runOne(scenario: Scenario, installation: Installation, report: Report): Promise<void> {
  try {
    await scenario.run(installation, report.assertionsOf(scenario.name))
  } catch (error) {
    report.addBroken(scenario.name, error)
  }
}
