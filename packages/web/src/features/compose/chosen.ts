/** A recipient of a new text. */
export type Chosen =
  | { readonly kind: 'contact' | 'group'; readonly id: number; readonly label: string }
  | { readonly kind: 'phone'; readonly phone: string; readonly label: string }

export const keyOf = (one: Chosen): string => `${one.kind} ${one.kind === 'phone' ? one.phone : one.id}`
