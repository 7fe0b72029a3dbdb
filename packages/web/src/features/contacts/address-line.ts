interface Address {
  readonly address1?: string | undefined
  readonly address2?: string | undefined
  readonly city?: string | undefined
  readonly state?: string | undefined
  readonly postalCode?: string | undefined
}

/** In the order of the United States: street, city, state and ZIP code. Undefined if there is none. */
export function addressLine({ address1, address2, city, state, postalCode }: Address): string | undefined {
  const region = [state, postalCode].filter(Boolean).join(' ')
  return [address1, address2, city, region].filter(Boolean).join(', ') || undefined
}
