/**
 * SQL: whether the advisor has a contact with this number. A range of one number, in order, because only contact_by_phone returns that
 * without a sort: with `exists`, a plan made while a book is empty may take any of the contacts' indexes, and then reads the whole
 * book for each number. The range has an end, because without one a number that is missing costs a step for each dead row after it.
 */
export const hasContact = (advisorId: string, phone: string): string => `(
  select true from contact
  where contact.advisor_id = ${advisorId} and contact.phone >= ${phone} and contact.phone <= ${phone}
  order by contact.phone limit 1
) is not null`
