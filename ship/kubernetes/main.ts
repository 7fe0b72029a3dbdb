// Writes the Kubernetes manifests: npm run manifests
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../common/root.ts'
import { manifestFiles } from './manifests.ts'

for (const [path, text] of Object.entries(manifestFiles())) {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
}
