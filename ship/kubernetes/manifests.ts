import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment'
import type { IJob } from 'kubernetes-models/batch/v1/Job'
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap'
import type { IPersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import type { IService } from 'kubernetes-models/v1/Service'
import { stringify } from 'yaml'
import { names, podOf } from './container.ts'
import type { Kustomization } from './kustomization.ts'

const labelsOf = (component: string): Record<string, string> => ({
  'app.kubernetes.io/name': 'parley',
  'app.kubernetes.io/component': component,
})

const settings: IConfigMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: names.settings },
  data: {
    PARLEY_ENVIRONMENT: 'production',
    PUBLIC_ORIGIN: 'https://texting.example.org',
    LOG_ORIGIN: 'texting.example.org/log',
    HOST: '0.0.0.0',
  },
}

/** Before every upgrade: delete the job of the last one, then apply. */
const migrate: IJob = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'parley-migrate', labels: labelsOf('migrate') },
  spec: {
    backoffLimit: 10,
    template: {
      metadata: { labels: labelsOf('migrate') },
      spec: {
        ...podOf({ command: 'migrate', secrets: ['DATABASE_OWNER_URL'], memory: '512Mi' }),
        restartPolicy: 'OnFailure',
      },
    },
  },
}

const api = deployment(
  'api',
  2,
  podOf({ command: 'api', secrets: ['DATABASE_URL', 'PARLEY_SECRET_KEY'], port: 8080, memory: '768Mi' }),
)
const worker = deployment(
  'worker',
  2,
  podOf({ command: 'worker', secrets: ['DATABASE_URL', 'PARLEY_SECRET_KEY'], port: 8081, memory: '768Mi' }),
)
const sealer: IDeployment = deployment(
  'sealer',
  1,
  podOf({
    command: 'sealer',
    secrets: ['SEALER_DATABASE_URL', 'PARLEY_SECRET_KEY'],
    port: 8084,
    memory: '512Mi',
    settings: { LOG_DIRECTORY: '/var/lib/parley/log', LOG_KEY_FILE: '/var/lib/parley/key/log' },
    volumes: [
      { name: 'log', path: '/var/lib/parley/log', claim: 'parley-log' },
      { name: 'key', path: '/var/lib/parley/key', claim: 'parley-log-key' },
    ],
  }),
)

function deployment(component: string, replicas: number, spec: ReturnType<typeof podOf>): IDeployment {
  const labels = labelsOf(component)
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: `parley-${component}`, labels },
    spec: {
      replicas,
      // A sealer waits for the one before it; two at a time would only wait longer, and cannot share its volumes.
      ...(component === 'sealer' ? { strategy: { type: 'Recreate' } } : {}),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec },
    },
  }
}

const service = (component: string, port: number): IService => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: `parley-${component}`, labels: labelsOf(component) },
  spec: { selector: labelsOf(component), ports: [{ name: 'http', port, targetPort: 'http' }] },
})

const budget = (component: string): IPodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: `parley-${component}`, labels: labelsOf(component) },
  spec: { minAvailable: 1, selector: { matchLabels: labelsOf(component) } },
})

const claim = (name: string, storage: string): IPersistentVolumeClaim => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, labels: labelsOf('sealer') },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
})

const backend = (component: string): { service: { name: string; port: { name: string } } } => ({
  service: { name: `parley-${component}`, port: { name: 'http' } },
})

/** Of the sealer only /log/ is for everybody. */
const ingress: IIngress = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata: { name: 'parley' },
  spec: {
    tls: [{ hosts: ['texting.example.org'], secretName: 'parley-tls' }],
    rules: [
      {
        host: 'texting.example.org',
        http: {
          paths: [
            { path: '/log/', pathType: 'Prefix', backend: backend('sealer') },
            { path: '/', pathType: 'Prefix', backend: backend('api') },
          ],
        },
      },
    ],
  },
}

const base: Readonly<Record<string, readonly object[]>> = {
  'settings.yaml': [settings],
  'migrate.yaml': [migrate],
  'api.yaml': [api, service('api', 8080), budget('api')],
  'worker.yaml': [worker, budget('worker')],
  'sealer.yaml': [
    sealer,
    service('sealer', 8084),
    claim('parley-log', '50Gi'),
    claim('parley-log-key', '1Gi'),
  ],
}

const kustomization = (rest: Omit<Kustomization, 'apiVersion' | 'kind'>): Kustomization => ({
  apiVersion: 'kustomize.config.k8s.io/v1beta1',
  kind: 'Kustomization',
  ...rest,
})

/** An overlay to copy: the operator's image, address and ingress. */
const example: Readonly<Record<string, readonly object[]>> = {
  'kustomization.yaml': [
    kustomization({
      namespace: 'parley',
      resources: ['../base', 'ingress.yaml'],
      images: [{ name: names.image, newName: 'registry.example.org/parley', newTag: '0.2.0' }],
      patches: [{ path: 'settings.yaml' }],
    }),
  ],
  'ingress.yaml': [ingress],
  'settings.yaml': [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: names.settings },
      data: { TRUSTED_PROXIES: '10.0.0.0/8' },
    } satisfies IConfigMap,
  ],
}

/** The files below deploy/kubernetes, by path. */
export function manifestFiles(): Readonly<Record<string, string>> {
  const resources = Object.keys(base)
  const files = {
    ...prefixed('base', { ...base, 'kustomization.yaml': [kustomization({ resources })] }),
    ...prefixed('example', example),
  }
  return Object.fromEntries(Object.entries(files).map(([path, documents]) => [path, print(documents)]))
}

const prefixed = (folder: string, files: Readonly<Record<string, readonly object[]>>) =>
  Object.fromEntries(
    Object.entries(files).map(([name, documents]) => [`deploy/kubernetes/${folder}/${name}`, documents]),
  )

const print = (documents: readonly object[]): string =>
  `# Written by npm run manifests from ship/kubernetes.\n${documents.map(each => stringify(each, { lineWidth: 0, aliasDuplicateObjects: false })).join('---\n')}`
