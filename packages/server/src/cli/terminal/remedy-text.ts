import type { Remedy } from '../../platform/problem/remedy.ts'

/** The command or option that remedies a problem. */
export function remedyText(remedy: Remedy): string {
  switch (remedy.do) {
    case 'import again':
      return 'To import it again: --again'
    case 'map columns':
      return 'To name the columns: --map "Column title=firstName"'
    case 'list carriers':
      return 'To list carriers: parley carrier list'
    case 'restore carrier':
      return `To use it again: parley carrier restore ${remedy.name}`
    case 'choose another default carrier':
      return 'To make another carrier the default: parley carrier set <other> --default'
    case 'route numbers elsewhere':
      return `To list its numbers: parley carrier show ${remedy.from}. To move them: parley carrier route <other> <number>…`
    case 'give the system id':
      return 'To replace both: --system-id'
    case 'rotate signing keys':
      return 'If the whole installation has a new key, start with its signing keys: parley keys rotate --now'
  }
}
