import { statement } from '../../platform/db/statement.ts'

export const lastCheckpoint = statement<{ readonly note: string }, [origin: string]>(
  'last_log_checkpoint',
  'select note from log_checkpoint where origin = $1 order by size desc limit 1',
)

/** Of any log: an installation that lost its key has had another. */
export const lastSigned = statement<{ readonly origin: string; readonly size: number; readonly at: Date }>(
  'last_signed_log_checkpoint',
  'select origin, size, signed_at as at from log_checkpoint order by signed_at desc limit 1',
)

/** A checkpoint that was signed again replaces the one of the same size. */
export const saveCheckpoint = statement<
  object,
  [origin: string, size: number, note: string, signatures: number]
>(
  'save_log_checkpoint',
  `insert into log_checkpoint (origin, size, signed_at, note, signatures) values ($1, $2, clock_timestamp(), $3, $4)
   on conflict (origin, size) do update set note = excluded.note, signatures = excluded.signatures
   where log_checkpoint.signatures <= excluded.signatures`,
)

export const saveTimestamp = statement<object, [origin: string, size: number, token: Buffer]>(
  'save_log_timestamp',
  'update log_checkpoint set timestamp_token = $3 where origin = $1 and size = $2',
)

/** By when its checkpoint was signed, which is up to a second before. */
export const lastTimestamp = statement<{ readonly size: number; readonly ageMs: number }, [origin: string]>(
  'last_log_timestamp',
  `select size, extract(epoch from clock_timestamp() - signed_at)::float8 * 1000 as "ageMs"
   from log_checkpoint where origin = $1 and timestamp_token is not null order by size desc limit 1`,
)

/**
 * Every checkpoint is kept for an hour, one of each minute for 90 days, one of each half hour for ever: each time the one that most witnesses cosigned,
 * because the log's own signatures say nothing about time. Those with a time stamp, one an hour, are kept for ever too.
 */
export const thinCheckpoints = statement<object>(
  'thin_log_checkpoints',
  `delete from log_checkpoint where (origin, size) in (
     select origin, size from (
       select origin, size, row_number() over (
         partition by origin, date_bin(
           case when signed_at < now() - interval '90 days' then interval '30 minutes' else interval '1 minute' end, signed_at, 'epoch'
         )
         order by signatures - (length(note) - length(replace(note, own, ''))) / length(own) desc, signatures desc, size desc
       ) as place, timestamp_token
       from log_checkpoint, lateral (select E'\\n— ' || origin || ' ' as own) as line
       where signed_at < now() - interval '1 hour'
     ) as old where place > 1 and timestamp_token is null
   )`,
)
