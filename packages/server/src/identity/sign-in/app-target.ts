/** Allowed target of a sign-in to the app: a page of the app, of the firm or of the handset, never another site. */
export function appTarget(wanted: unknown): string {
  const isOwnPage =
    typeof wanted === 'string' &&
    wanted.length <= 500 &&
    /^\/(app|firm|sandbox\/handset)(\/[\w./~%-]*)?(\?[\w.~%=&+-]*)?$/.test(wanted) &&
    !/\.\.|\/\/|^\/app\/(api|sign-in|assets)(\/|\?|$)/.test(wanted)
  return isOwnPage ? wanted : '/app'
}
