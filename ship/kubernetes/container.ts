import type { IContainer } from 'kubernetes-models/v1/Container'
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec'
import { userId } from '../image/stage-base.ts'

/** Names in every manifest, which an overlay may refer to. */
export const names = { image: 'parley', settings: 'parley-settings', secrets: 'parley-secrets' } as const

/** Keys of the secret `parley-secrets`, which the operator creates; each process is handed only what it needs, as files. */
type Secret = 'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'SEALER_DATABASE_URL' | 'PARLEY_SECRET_KEY'

export const keyOf = (secret: string): string =>
  secret.toLowerCase().replaceAll('_', '-').replace('parley-', '')
const mountPath = '/run/secrets/parley'

interface Process {
  readonly command: string
  readonly secrets: readonly Secret[]
  /** With /healthz and /readyz. */
  readonly port?: number
  readonly memory: string
  readonly settings?: Readonly<Record<string, string>>
  readonly volumes?: readonly { readonly name: string; readonly path: string; readonly claim: string }[]
}

/** A pod that may write nothing but its volumes and has no rights but the network. */
export function podOf({ command, secrets, port, memory, settings = {}, volumes = [] }: Process): IPodSpec {
  const items = secrets.map(secret => ({ key: keyOf(secret), path: keyOf(secret) }))
  return {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    // Longer than SHUTDOWN_GRACE_MS.
    terminationGracePeriodSeconds: 35,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: userId,
      runAsGroup: userId,
      fsGroup: userId,
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [
      {
        name: command,
        image: names.image,
        args: [command],
        envFrom: [{ configMapRef: { name: names.settings } }],
        env: [
          ...Object.entries({ ...settings, ...secretFiles(secrets) }).map(([name, value]) => ({
            name,
            value,
          })),
          ...secrets.flatMap(secret => beside[secret] ?? []).map(replacement),
        ],
        ...(port === undefined ? {} : probes(port)),
        resources: { requests: { cpu: '250m', memory }, limits: { memory } },
        securityContext: {
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        },
        volumeMounts: [
          { name: 'secrets', mountPath, readOnly: true },
          ...volumes.map(({ name, path }) => ({ name, mountPath: path })),
        ],
      },
    ],
    volumes: [
      { name: 'secrets', secret: { secretName: names.secrets, optional: false, items } },
      ...volumes.map(({ name, claim }) => ({ name, persistentVolumeClaim: { claimName: claim } })),
    ],
  }
}

/** Keys of the secret only while another one is replaced. */
const beside: Partial<Record<Secret, string>> = {
  DATABASE_URL: 'DATABASE_NEXT_PASSWORD',
  SEALER_DATABASE_URL: 'SEALER_DATABASE_NEXT_PASSWORD',
  PARLEY_SECRET_KEY: 'PARLEY_FORMER_SECRET_KEYS',
}

/** Not as a file: one that may be missing could not be named. */
const replacement = (name: string) => ({
  name,
  valueFrom: { secretKeyRef: { name: names.secrets, key: keyOf(name), optional: true } },
})

const secretFiles = (secrets: readonly Secret[]): Record<string, string> =>
  Object.fromEntries(secrets.map(secret => [`${secret}_FILE`, `${mountPath}/${keyOf(secret)}`]))

function probes(port: number): Pick<IContainer, 'ports' | 'readinessProbe' | 'livenessProbe'> {
  return {
    ports: [{ name: 'http', containerPort: port }],
    readinessProbe: { httpGet: { path: '/readyz', port: 'http' }, periodSeconds: 5 },
    // Slow to give up: a restart does not mend a database that is away.
    livenessProbe: { httpGet: { path: '/healthz', port: 'http' }, periodSeconds: 10, failureThreshold: 6 },
  }
}
