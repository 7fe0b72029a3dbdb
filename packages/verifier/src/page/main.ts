import {
  FormatError,
  type Policy,
  parseCertificates,
  parsePolicy,
  type Report,
  sourceOfBlob,
  verifyBundle,
} from '@parley/evidence'
import { find, findInput } from './element.ts'
import { count, showReport } from './show-report.ts'

/** How often the page draws while it works. */
const drawEveryMs = 60

let policy: Policy | undefined
let timestampRoots: Uint8Array[] | undefined

function show(id: 'start' | 'working' | 'result'): void {
  for (const each of ['start', 'working', 'result']) find(each).hidden = each !== id
  window.scrollTo(0, 0)
}

function complain(words: string): void {
  find('mistake').textContent = words
  find('mistake').hidden = words === ''
}

async function check(file: File): Promise<void> {
  complain('')
  find('name').textContent = file.name
  find('count').textContent = ''
  show('working')
  let drawnMs = performance.now()
  try {
    const report = await verifyBundle(sourceOfBlob(file), {
      policy,
      timestampRoots,
      now: new Date(),
      onProgress: ({ entries, bytes, bytesTotal }) => {
        if (performance.now() - drawnMs < drawEveryMs) return
        ;(find('bar') as HTMLProgressElement).value = bytes / bytesTotal
        find('count').textContent = `${count(entries)} entries checked`
        // A timer lets the browser draw, which a promise alone does not.
        return new Promise(resolve => {
          setTimeout(() => {
            drawnMs = performance.now()
            resolve()
          })
        })
      },
    })
    present(report, file.name)
  } catch (error) {
    show('start')
    complain(`The file cannot be read. ${error instanceof Error ? error.message : ''}`)
  }
}

function present(report: Report, fileName: string): void {
  const again = (): void => {
    findInput('bundle').value = ''
    show('start')
  }
  const result = find('result')
  result.replaceChildren(...showReport(report, fileName, again, () => save(report, fileName)))
  show('result')
  result.focus()
}

function save(report: Report, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }))
  link.download = `${fileName.replace(/\.zip$/i, '')}-report.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}

async function takePolicy(file: File): Promise<void> {
  complain('')
  try {
    policy = parsePolicy(new Uint8Array(await file.arrayBuffer()))
    find('policy-state').textContent =
      `${file.name}: ${count(policy.logs.length)} log keys, ${count(policy.witnesses.length)} witnesses.`
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    policy = undefined
    find('policy-state').textContent = ''
    findInput('policy').value = ''
    complain(`${file.name} is not a policy. ${error.message}`)
  }
}

async function takeRoots(file: File): Promise<void> {
  complain('')
  try {
    timestampRoots = parseCertificates(new Uint8Array(await file.arrayBuffer()))
    find('roots-state').textContent = `${file.name}: ${count(timestampRoots.length)} certificates.`
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    timestampRoots = undefined
    find('roots-state').textContent = ''
    findInput('roots').value = ''
    complain(`${file.name} is not a file of certificates. ${error.message}`)
  }
}

const isPolicy = ({ name }: File): boolean => name.endsWith('.txt')
const isRoots = ({ name }: File): boolean => /\.(?:pem|crt|cer)$/.test(name)

/** By their names: what is neither a policy nor certificates is taken for a bundle, and judged by those that came with it. */
async function take(files: readonly File[]): Promise<void> {
  const [bundle, ...more] = files.filter(file => !isPolicy(file) && !isRoots(file))
  if (more.length > 0) {
    complain('Only one bundle can be checked at a time.')
    return
  }
  for (const file of files) {
    if (isPolicy(file)) await takePolicy(file)
    else if (isRoots(file)) await takeRoots(file)
    // Without what could not be read, the bundle would be judged by something else than its reader wants.
    if (!find('mistake').hidden) return
  }
  if (bundle) await check(bundle)
}

const drop = find('drop')
for (const [id, use] of [
  ['bundle', check],
  ['policy', takePolicy],
  ['roots', takeRoots],
] as const)
  findInput(id).addEventListener('change', event => {
    const [file] = (event.target as HTMLInputElement).files ?? []
    if (file) void use(file)
  })
// The whole window takes a file: beside the field the browser would open it instead.
for (const type of ['dragenter', 'dragover'])
  window.addEventListener(type, event => {
    event.preventDefault()
    drop.classList.add('over')
  })
for (const type of ['dragleave', 'drop']) window.addEventListener(type, () => drop.classList.remove('over'))
window.addEventListener('drop', event => {
  event.preventDefault()
  const files = [...(event.dataTransfer?.files ?? [])]
  if (files.length > 0 && find('working').hidden) {
    complain('')
    void take(files)
  }
})
