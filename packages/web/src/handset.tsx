import './lib/nonce.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { HandsetPage } from './features/handset/handset-page.tsx'
import { watchActivity } from './lib/activity.ts'
import { startLive } from './lib/live.ts'
import { createQueryClient } from './lib/queries.ts'
import { Providers } from './ui/providers.tsx'

watchActivity()
startLive()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers client={createQueryClient()}>
        <HandsetPage />
      </Providers>
    </StrictMode>,
  )
}
