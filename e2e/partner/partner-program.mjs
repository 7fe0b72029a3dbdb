// A partner's worker: it keeps its state in a file, and exits at a given step.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Parley } from '@parley/sdk'

const { file, diesAfter, phone, text, ...options } = JSON.parse(process.argv[2])
const start = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { phone, text }
let { step } = start
const result = await new Parley(options).sendWithConsent(start, {
  pollIntervalMs: 200,
  save: state => {
    // It has completed the step, and exits before it stores the result.
    if (step !== undefined && step === diesAfter) process.kill(process.pid, 'SIGKILL')
    step = state.step
    writeFileSync(file, JSON.stringify(state))
  },
})
console.log(JSON.stringify(result))
