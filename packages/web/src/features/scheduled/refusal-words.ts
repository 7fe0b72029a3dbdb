const words: Readonly<Record<string, string>> = {
  consent_required: 'they have not agreed to texts',
  consent_pending: 'they have not answered the consent request',
  opted_out: 'they have opted out',
  no_texting_number: 'your account had no texting number',
  blocked_by_policy: 'your firm’s rules did not allow it',
  carrier_rejected: 'the carrier refused it',
}

export const refusalWords = (code: string | undefined): string => words[code ?? ''] ?? 'it was refused'
