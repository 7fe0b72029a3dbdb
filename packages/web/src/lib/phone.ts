/**
 * National format for North American numbers; others stay in E.164. Format tables for all countries would add half of what
 * the inbox loads.
 */
export function showPhone(phone: string): string {
  const american = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(phone)
  return american ? `(${american[1]}) ${american[2]}-${american[3]}` : phone
}
