// Packs the package without its scripts and development dependencies: a partner's npm would ask about a `prepare` script at each
// install. JavaScript, because npm ci runs it with whatever Node it was started with.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
delete manifest.scripts
delete manifest.devDependencies
const staged = mkdtempSync(join(tmpdir(), 'parley-sdk-pack-'))
try {
  for (const name of [...manifest.files, 'LICENSE', 'README.md']) {
    cpSync(join(folder, name), join(staged, name), { recursive: true })
  }
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', `--pack-destination=${folder}`], {
    cwd: staged,
    // Windows has npm.cmd, which needs a shell.
    shell: process.platform === 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  })
} finally {
  rmSync(staged, { recursive: true })
}
