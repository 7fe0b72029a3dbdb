import { statement } from '../../platform/db/statement.ts'

/** Receipts arrive within days. Later ones match nothing, like those of texts that were never ours. */
const keptFor = `interval '30 days'`

export const dropOldCarrierMessages = statement<{ readonly deleted: number }>(
  'drop_old_carrier_messages',
  'select drop_old_carrier_messages() as deleted',
)

/** Ids stored by an earlier version. Newer ones are dropped by the week. */
export const deleteFormerCarrierMessages = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_former_carrier_messages',
  `with gone as (
     delete from former_carrier_message where ctid = any (array(
       select ctid from former_carrier_message where created_at < now() - ${keptFor} limit $1
     )) returning 1
   ) select count(*) as deleted from gone`,
)

export const deleteOldReceipts = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_old_receipts',
  `with gone as (
     delete from receipt where ctid = any (array(
       select ctid from receipt where received_at < now() - ${keptFor} limit $1
     )) returning 1
   ) select count(*) as deleted from gone`,
)

/** By then no carrier redelivers a reply. Stray replies stay: their words are stored nowhere else. */
export const deleteOldInboundNames = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_old_inbound_names',
  `with gone as (
     delete from inbound_text where ctid = any (array(
       select ctid from inbound_text where received_at < now() - ${keptFor} and stray is null limit $1
     )) returning 1
   ) select count(*) as deleted from gone`,
)

export const deleteSettledDeadLetters = statement<{ readonly deleted: number }, [limit: number]>(
  'delete_settled_dead_letters',
  `with gone as (
     delete from dead_letter where ctid = any (array(
       select ctid from dead_letter where settled_at < now() - ${keptFor} limit $1
     )) returning 1
   ) select count(*) as deleted from gone`,
)
