import { stringify, type Unit } from './unit-file.ts'

const environmentFile = '/etc/parley/parley.env'

/** Each is a file in /etc/parley/credentials that only root can read; systemd hands it to the one process that needs it. */
const credentials = {
  DATABASE_URL: 'database-url',
  DATABASE_OWNER_URL: 'database-owner-url',
  SEALER_DATABASE_URL: 'sealer-database-url',
  PARLEY_SECRET_KEY: 'secret-key',
  PARLEY_FORMER_SECRET_KEYS: 'former-secret-keys',
  DATABASE_NEXT_PASSWORD: 'database-next-password',
  SEALER_DATABASE_NEXT_PASSWORD: 'sealer-database-next-password',
} as const

type Credential = keyof typeof credentials

/** Nothing but the network, its credentials and, for the sealer, its own folder. Node's compiler needs memory that is writable and executable. */
const sandbox = {
  User: 'parley',
  Group: 'parley',
  UMask: '0077',
  CapabilityBoundingSet: '',
  AmbientCapabilities: '',
  NoNewPrivileges: true,
  ProtectSystem: 'strict',
  ProtectHome: true,
  ProtectProc: 'invisible',
  ProcSubset: 'pid',
  ProtectClock: true,
  ProtectHostname: true,
  ProtectControlGroups: true,
  ProtectKernelLogs: true,
  ProtectKernelModules: true,
  ProtectKernelTunables: true,
  PrivateTmp: true,
  PrivateMounts: true,
  PrivateDevices: true,
  PrivateUsers: true,
  PrivateIPC: true,
  DevicePolicy: 'closed',
  RestrictAddressFamilies: 'AF_INET AF_INET6 AF_UNIX',
  RestrictNamespaces: true,
  RestrictRealtime: true,
  RestrictSUIDSGID: true,
  LockPersonality: true,
  RemoveIPC: true,
  SystemCallArchitectures: 'native',
  SystemCallFilter: ['@system-service', '~@privileged @resources'],
  SystemCallErrorNumber: 'EPERM',
} as const

interface Role {
  readonly description: string
  readonly credentials: readonly Credential[]
  readonly service?: Readonly<Record<string, string>>
}

const database = ['DATABASE_URL', 'DATABASE_NEXT_PASSWORD'] as const

/** The key of the log is the sealer's alone; the api reads what the sealer publishes. */
const processes = {
  api: {
    description: 'Parley api',
    credentials: [...database, 'PARLEY_SECRET_KEY', 'PARLEY_FORMER_SECRET_KEYS'],
    service: { InaccessiblePaths: '-/var/lib/parley/key' },
  },
  worker: {
    description: 'Parley worker',
    credentials: [...database, 'PARLEY_SECRET_KEY', 'PARLEY_FORMER_SECRET_KEYS'],
    service: { InaccessiblePaths: '-/var/lib/parley' },
  },
  sealer: {
    description: 'Parley sealer',
    credentials: ['SEALER_DATABASE_URL', 'SEALER_DATABASE_NEXT_PASSWORD', 'PARLEY_SECRET_KEY'],
    service: { ReadWritePaths: '/var/lib/parley/log /var/lib/parley/key' },
  },
} as const satisfies Record<string, Role>

export type ProcessName = keyof typeof processes
export const processNames = Object.keys(processes) as readonly ProcessName[]

/** The unit files of the package, by name. */
export function unitFiles(): Readonly<Record<string, string>> {
  const services = processNames.map(name => [`parley-${name}.service`, processUnit(name, processes[name])])
  return Object.fromEntries([
    ...services,
    ['parley-migrate.service', migrateUnit()],
    ['parley.target', target()],
  ]) as Record<string, string>
}

function processUnit(name: ProcessName, { description, credentials: needed, service }: Role): string {
  return stringify({
    Unit: {
      Description: description,
      Documentation: 'file:///usr/share/doc/parley/operations.md',
      After: 'network-online.target parley-migrate.service',
      // Wanted, not required: a database that is not there yet when the machine starts must not keep the processes down.
      Wants: 'network-online.target parley-migrate.service',
      PartOf: 'parley.target',
      StartLimitIntervalSec: '0',
    },
    Service: {
      Type: 'exec',
      ExecStart: `/opt/parley/bin/node --max-semi-space-size=64 /opt/parley/packages/server/dist/main.js ${name}`,
      ...surroundings(needed),
      Restart: 'always',
      RestartSec: '500ms',
      // Longer than SHUTDOWN_GRACE_MS.
      TimeoutStopSec: '35',
      LimitNOFILE: '65536',
      ...service,
      ...sandbox,
    },
    Install: { WantedBy: 'parley.target' },
  })
}

function migrateUnit(): string {
  return stringify({
    Unit: {
      Description: 'Parley migrations',
      After: 'network-online.target',
      Wants: 'network-online.target',
      PartOf: 'parley.target',
    },
    Service: {
      Type: 'oneshot',
      RemainAfterExit: true,
      ExecStart: '/opt/parley/bin/node /opt/parley/packages/server/dist/main.js migrate',
      Restart: 'on-failure',
      RestartSec: '5',
      ...surroundings(['DATABASE_OWNER_URL']),
      ...sandbox,
    },
    Install: { WantedBy: 'parley.target' },
  })
}

function target(): string {
  return stringify({
    Unit: { Description: 'Parley: migrations, api, worker and sealer' },
    // Enabled together; each can be disabled, on a machine that runs only some of them.
    Install: {
      WantedBy: 'multi-user.target',
      Also: `parley-migrate.service ${processNames.map(name => `parley-${name}.service`).join(' ')}`,
    },
  })
}

function surroundings(needed: readonly Credential[]): Unit['Service'] {
  return {
    WorkingDirectory: '/opt/parley',
    EnvironmentFile: environmentFile,
    Environment: [
      'NODE_ENV=production',
      'LOG_DIRECTORY=/var/lib/parley/log',
      'LOG_KEY_FILE=/var/lib/parley/key/log',
      ...needed.map(variable => `${variable}_FILE=%d/${credentials[variable]}`),
    ],
    LoadCredential: needed.map(
      variable => `${credentials[variable]}:/etc/parley/credentials/${credentials[variable]}`,
    ),
  }
}
