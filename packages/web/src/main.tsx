import './lib/nonce.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyEvents } from './app/apply-events.ts'
import { createAppRouter } from './app/router.tsx'
import { hasDrafts } from './features/compose/drafts.ts'
import { watchActivity } from './lib/activity.ts'
import { startLive } from './lib/live.ts'
import { createQueryClient } from './lib/queries.ts'
import { isSessionOver, keepPageWhile } from './lib/session.ts'
import { Providers } from './ui/providers.tsx'

keepPageWhile(hasDrafts)
window.addEventListener('beforeunload', event => {
  if (hasDrafts() && !isSessionOver()) event.preventDefault()
})
const client = createQueryClient()
const router = createAppRouter(client)
watchActivity()
applyEvents(client)
startLive()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers client={client}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}

// Preloads the other pages when idle, so that they open without a connection.
setTimeout(() => {
  const rest = Object.values(router.routesById).map(route => router.loadRouteChunk(route))
  void Promise.allSettled([...rest, import('./app/palette.tsx')])
}, 3_000)
