import type { LongRun } from './long-run.ts'

const packages = ['runc', 'mmdebstrap', 'buildah', 'podman', 'binutils']

/** What installations are made of. */
export const shipping: readonly LongRun[] = [
  {
    name: 'the image, twice, and the Dockerfile',
    ring: 2,
    guards: [
      '/ship/image',
      '/ship/common',
      '/Dockerfile',
      '/packages/server/build',
      'main.ts',
      'platform/program',
    ],
    script: 'image:check',
    packages,
    isAlone: true,
  },
  {
    name: 'the Debian package',
    ring: 3,
    guards: ['/ship/package', '/ship/common'],
    script: 'package:check',
    packages,
  },
  {
    name: 'docker compose',
    ring: 3,
    guards: ['/ship/compose', '/compose.yaml'],
    script: 'compose:check',
    packages,
  },
  {
    name: 'Kubernetes',
    ring: 3,
    guards: ['/ship/kubernetes', '/deploy/kubernetes'],
    script: 'manifests:check',
  },
]
