export interface Shape {
  readonly firms: number
  readonly advisors: number
  readonly members: number
}

export const fullShape: Shape = { firms: 20, advisors: 1_000, members: 100_000 }
export const shortShape: Shape = { firms: 5, advisors: 100, members: 10_000 }
