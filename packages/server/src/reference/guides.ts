import rendered from './guides.generated.json' with { type: 'json' }

export interface Guide {
  readonly address: string
  /** Short title, for the navigation. */
  readonly label: string
  readonly title: string
  readonly summary: string
  readonly sections: readonly { readonly id: string; readonly title: string }[]
  readonly html: string
}

interface Guides {
  readonly overview: Guide
  readonly guides: readonly Guide[]
}

/** Rendered from docs/partner by `npm run generate`. */
export const { overview, guides }: Guides = rendered
