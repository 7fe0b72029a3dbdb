/** What a sign-in was proven with. Each part must still count when the session starts. */
export type SignInProof =
  | {
      readonly means: 'password'
      /** The hash that matched. */
      readonly passwordHash: string | null
      /** When the authenticator app was set up whose code, or recovery code, was given beside the password. */
      readonly factorAddedAt?: Date
    }
  | { readonly means: 'passkey'; readonly credentialId: string }
  /** The firm's provider or an operator vouches for the person. */
  | { readonly means: 'firm' | 'one-time link' }

/** A passkey verifies its user. The firm decides how many factors its provider asks for. */
export const hasBothFactors = (proof: SignInProof): boolean =>
  proof.means !== 'password' || proof.factorAddedAt !== undefined

/** Counts also where a firm allows only its own sign-in. */
export const isVouchedFor = (proof: SignInProof | undefined): boolean =>
  proof?.means === 'firm' || proof?.means === 'one-time link'
