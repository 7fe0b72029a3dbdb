import { type Configuration, errors } from 'oidc-provider'
import { pageHeaders } from '../../platform/http/pages/page-headers.ts'
import { isForPeople } from './paths.ts'
import { StoreUnavailable, traceIdOf } from './provider/store.ts'

export interface FailurePage {
  readonly title: string
  readonly message: string
  readonly traceId?: string
}

export const notAvailable: FailurePage = {
  title: 'Temporarily unavailable',
  message: 'Wait a moment, then reload this page.',
}

/** Reports a failure: JSON for programs, a page for people. */
export function createRenderFailure(
  publicOrigin: string,
  renderPage: (page: FailurePage) => string,
): NonNullable<Configuration['renderError']> {
  return (ctx, out, error) => {
    if (!isForPeople(ctx.path)) {
      ctx.type = 'application/json; charset=utf-8'
      ctx.body = out
      return
    }
    const traceId = traceIdOf(ctx)
    ctx.set(pageHeaders({ publicOrigin }))
    ctx.body = renderPage({
      ...wordsFor(error, out.error_description),
      ...(traceId !== undefined && { traceId }),
    })
  }
}

function wordsFor(error: Error, description: string | undefined): FailurePage {
  if (error instanceof StoreUnavailable) return notAvailable
  if (error instanceof errors.SessionNotFound) {
    return {
      title: 'This page has expired',
      message: 'Return to the application you came from and start again.',
    }
  }
  if (error instanceof errors.OIDCProviderError && error.expose) {
    return {
      title: 'This request cannot be accepted',
      message: `The application that sent you here made an invalid request: ${description ?? error.error}. Contact the developer of the application.`,
    }
  }
  return { title: 'Something went wrong', message: 'An error occurred on our side. Try again in a moment.' }
}
