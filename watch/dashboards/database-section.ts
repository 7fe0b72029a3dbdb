import type { Section } from './panel.ts'

export const databaseSection: Section = {
  title: 'Database',
  panels: [
    {
      title: 'Connections',
      description: 'Of all processes. Callers that wait for one should be zero.',
      unit: 'short',
      queries: [{ query: 'sum by (state) (db_client_connections)', legend: '{{state}}' }],
    },
    {
      title: 'Second copy',
      description: 'Standbys and log receivers that are connected, and whether commits wait for one.',
      unit: 'short',
      queries: [
        { query: 'max(parley_database_receivers)', legend: 'receivers' },
        { query: 'max(parley_database_synchronous)', legend: 'synchronous' },
      ],
    },
    {
      title: 'Kept for slots',
      description: 'Write-ahead log that the slot furthest behind keeps on disk.',
      unit: 'bytes',
      queries: [{ query: 'max(parley_database_slot_lag_bytes)', legend: 'log' }],
    },
    {
      title: 'Transaction ids used',
      description: 'PostgreSQL freezes old rows at a tenth, and stops writing at one.',
      unit: 'percentunit',
      queries: [{ query: 'max(parley_database_transaction_ids_ratio)', legend: 'used' }],
    },
    {
      title: 'Room for texts',
      description: 'Texts that can be written before a partition is missing.',
      unit: 'short',
      queries: [{ query: 'min(parley_room_texts)', legend: 'texts' }],
    },
    {
      title: 'Room in time',
      description: 'Until a partition of the journal or of carrier ids is missing.',
      unit: 's',
      queries: [
        { query: 'min(parley_room_journal_seconds)', legend: 'journal' },
        { query: 'min(parley_room_carrier_seconds)', legend: 'carrier ids' },
      ],
    },
    {
      title: 'Backups',
      description:
        'Age of the newest backup that parley backup check has seen, and of the last drill that went well.',
      unit: 's',
      queries: [
        { query: 'max(parley_backup_age_seconds)', legend: 'backup' },
        { query: 'max(parley_backup_drill_age_seconds)', legend: 'drill' },
      ],
    },
    {
      title: 'Clocks',
      description: 'Clock of the database minus clock of the worker.',
      unit: 's',
      queries: [{ query: 'parley_database_clock_skew_seconds', legend: '{{instance}}' }],
    },
  ],
}
