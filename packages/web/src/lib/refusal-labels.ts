const labels: Readonly<Record<string, string>> = {
  consent_required: 'they have not agreed to texts',
  consent_pending: 'they have not replied to the consent request',
  consent_declined: 'they declined texts',
  asked_recently: 'they were asked recently',
  opted_out: 'they have opted out',
  no_texting_number: 'your account has no texting number',
  blocked_by_policy: 'your firm’s rules do not allow it',
}

export const refusalLabel = (code: string | undefined): string => labels[code ?? ''] ?? 'it was refused'
