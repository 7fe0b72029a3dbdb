import { createContext, useContext } from 'react'

/** Whoever is signed in, as the settings of their own sign-in need it: in the app and in the console. */
export interface SignedIn {
  /** In which times are shown. */
  readonly timeZone: string
  readonly email: string
  readonly hasPassword: boolean
  readonly offersPasskeys: boolean
}

const SignedInContext = createContext<SignedIn | undefined>(undefined)

export const SignedInProvider = SignedInContext.Provider

export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext)
  if (!signedIn) throw new Error('nobody is signed in on this page')
  return signedIn
}
