// Preloaded into a process, tells at its end how much it held at most of what could not be collected:
// NODE_OPTIONS="--import file:///…/measure-heap.ts". What a process has taken from the system says little, because the
// collector takes more when there is more.
import { subscribe } from 'node:diagnostics_channel'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
let most = 0
let timer: NodeJS.Timeout | undefined

function measure(): void {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  most = Math.max(most, heapUsed + external)
}

// With its first connection a command begins its work. Before that it loads its code, which takes more for a moment.
subscribe('net.client.socket', () => {
  measure() // Also of a command that is done before the clock strikes.
  timer ??= setInterval(measure, 500).unref()
})
process.on('exit', () => {
  measure()
  process.stderr.write(`\nheld ${most} bytes\n`)
})
