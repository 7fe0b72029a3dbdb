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

/** What a statement has cost in all, for --profile only: to count takes a few percent itself. */
export const profileSettings = { shared_preload_libraries: 'pg_stat_statements' } as const
