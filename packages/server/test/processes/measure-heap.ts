// Preloaded into a process, prints at exit the most memory it used after a garbage collection:
// NODE_OPTIONS="--import file:///…/measure-heap.ts". The resident size says little, because the
// collector uses more memory when more is available.
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

// A command starts its work with its first connection. Loading its code before that briefly takes more memory.
subscribe('net.client.socket', () => {
  measure() // also for a command that ends before the first interval
  timer ??= setInterval(measure, 500).unref()
})
process.on('exit', () => {
  measure()
  process.stderr.write(`\nheld ${most} bytes\n`)
})
