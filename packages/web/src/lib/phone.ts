/**
 * As people write it: national for numbers of North America, which the app's users live with. Others stay as they are:
 * the tables that say where their digits are parted are half as large as everything else that the inbox needs.
 */
export function showPhone(phone: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return american ? `(${american[1]}) ${american[2]}-${american[3]}` : phone
}
