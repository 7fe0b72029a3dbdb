/** For 2 cores and 24 GB that PostgreSQL shares with everything else. Nothing here trades safety for speed. */
export const clusterSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  autovacuum: 'on',
  shared_buffers: '2GB',
  effective_cache_size: '12GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
  wal_compression: 'off',
  random_page_cost: '1.1',
  max_connections: '200',
} as const

/** Total cost per statement, only with --profile, because counting costs a few percent. */
export const profileSettings = { shared_preload_libraries: 'pg_stat_statements' } as const
