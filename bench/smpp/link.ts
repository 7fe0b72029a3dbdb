import type { SmppSettings } from '../../packages/server/src/carriers/smpp/settings.ts'

/** Carrier settings of a bench program. */
export const linkOptions = { port: { type: 'string' }, window: { type: 'string' } } as const

export const benchCarrier = ({ port, window }: Readonly<Partial<Record<'port' | 'window', string>>>) =>
  ({
    name: 'bench',
    host: '127.0.0.1',
    port: Number(port),
    systemId: 'bench',
    password: 'bench',
    window: Number(window),
  }) satisfies SmppSettings

export const linkArguments = (port: number, window: number): string[] => [
  `--port=${port}`,
  `--window=${window}`,
]
