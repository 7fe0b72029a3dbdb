const labels: Readonly<Record<string, string>> = {
  consent_required: 'not asked for consent yet',
  consent_pending: 'asked, no YES yet',
  consent_declined: 'they declined',
  asked_recently: 'they were asked recently',
  opted_out: 'they opted out',
  no_texting_number: 'your account has no texting number',
  blocked_by_policy: 'your firm’s rules do not allow it',
}

export const refusalLabel = (code: string | undefined): string => labels[code ?? ''] ?? 'it was refused'
