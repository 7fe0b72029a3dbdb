/**
 * SQL: whether the advisor has a contact with this number. The next number in the order of contact_by_phone is compared, because
 * only that index can return it without a sort: with `exists`, a plan made while a book is empty may take any of the contacts' indexes,
 * and then reads the whole book for each number.
 */
export const hasContact = (advisorId: string, phone: string): string => `coalesce((
  select contact.phone from contact where contact.advisor_id = ${advisorId} and contact.phone >= ${phone}
  order by contact.phone limit 1
) = ${phone}, false)`
