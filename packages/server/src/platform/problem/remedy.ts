/** What an operator can do about a problem. The command line words it; a response of the API never has it. */
export type Remedy =
  | { readonly do: 'import again' }
  | { readonly do: 'map columns' }
  | { readonly do: 'list carriers' }
  | { readonly do: 'restore carrier'; readonly name: string }
  | { readonly do: 'choose another default carrier' }
  | { readonly do: 'route numbers elsewhere'; readonly from: string }
  | { readonly do: 'give the system id' }
  | { readonly do: 'rotate signing keys' }
