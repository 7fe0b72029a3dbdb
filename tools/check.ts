// Runs every check, two at a time, and reports all of them: one failure does not hide the next.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'

interface Check {
  readonly name: string
  readonly command: readonly [string, ...string[]]
}

// Longest first, so that the short ones fill the gaps.
const checks: readonly Check[] = [
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'generated files', command: ['node', 'tools/generate.ts', '--check'] },
  { name: 'types', command: ['tsc', '-b'] },
  {
    name: 'arrows',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.cjs',
      'packages',
      'tools',
      'bench',
      'faults',
      'watch',
      'ship',
      'e2e',
      'examples',
    ],
  },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'openapi', command: ['redocly', 'lint', 'packages/contract/openapi.json'] },
  { name: 'migrations', command: ['node', 'tools/check-migrations.ts'] },
  { name: 'links', command: ['node', 'tools/check-links.ts'] },
  { name: 'format', command: ['biome', 'check', '--error-on-warnings'] },
]

interface Verdict {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
  readonly output: string
}

function run({ name, command: [program, ...args] }: Check): Promise<Verdict> {
  const start = performance.now()
  return new Promise(resolve => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', chunk => (output += chunk))
    child.stderr.on('data', chunk => (output += chunk))
    const end = (passed: boolean): void =>
      resolve({ name, passed, seconds: (performance.now() - start) / 1000, output })
    child.on('error', error => {
      output += error.message
      end(false)
    })
    child.on('close', code => end(code === 0))
  })
}

// Not in Git: 9,500 lines that only a test's types come from. The check of generated files compares it from then on.
if (!existsSync('e2e/partner/openapi.generated.ts')) execFileSync('node', ['tools/generate.ts', '--missing'])

const queue = [...checks]
const verdicts: Verdict[] = []

async function work(): Promise<void> {
  for (let check = queue.shift(); check; check = queue.shift()) {
    const verdict = await run(check)
    verdicts.push(verdict)
    console.log(`${verdict.passed ? '✓' : '✗'} ${verdict.name} (${verdict.seconds.toFixed(1)} s)`)
  }
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work))

for (const { name, output } of verdicts.filter(verdict => !verdict.passed)) {
  console.log(`\n— ${name} —\n${output.trim()}`)
}
if (verdicts.some(verdict => !verdict.passed)) process.exit(1)
