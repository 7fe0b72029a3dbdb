export function ScheduledPage() {
  return null
}
