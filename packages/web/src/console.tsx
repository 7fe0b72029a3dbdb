import './lib/nonce.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createConsoleRouter } from './console/router.tsx'
import { watchActivity } from './lib/activity.ts'
import { createQueryClient } from './lib/queries.ts'
import { Providers } from './ui/providers.tsx'

watchActivity()
const client = createQueryClient()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers client={client}>
        <RouterProvider router={createConsoleRouter(client)} />
      </Providers>
    </StrictMode>,
  )
}
