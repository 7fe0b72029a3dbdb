export interface Setting<Value> {
  readonly variable: string
  readonly description: string
  /** Value if the variable is absent. Without a fallback, commands that need the setting fail. */
  readonly fallback?: string
  /** Throws a Mistake that names the expected form. */
  readonly parse: (text: string) => Value
}

export const setting = <Value>(definition: Setting<Value>): Setting<Value> => definition
