import { Option } from 'commander'
import type { BackupTool } from '../../../recovery/index.ts'

export interface Located {
  readonly stanza: string
  readonly pgbackrestConfig?: string
}

export const stanzaOption = (): Option =>
  new Option('--stanza <name>', 'what pgBackRest calls this database').default('parley')

export const toolConfigOption = (): Option =>
  new Option('--pgbackrest-config <file>', 'configuration of pgBackRest; default: its usual one')

export const toolOf = ({ stanza, pgbackrestConfig: configFile }: Located): BackupTool => ({
  stanza,
  configFile,
})
