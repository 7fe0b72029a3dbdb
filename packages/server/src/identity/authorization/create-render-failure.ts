import { type Configuration, errors } from 'oidc-provider'
import { pageHeaders } from '../sign-in/page-headers.ts'
import { isForPeople } from './paths.ts'
import { StoreUnavailable, traceIdOf } from './store.ts'

export interface FailurePage {
  readonly title: string
  readonly message: string
  readonly traceId?: string
}

export const notAvailable: FailurePage = {
  title: 'Not available right now',
  message: 'Please try again in a moment.',
}

/** Tells of a failure: a program reads JSON, a person reads a page. */
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
      message: 'Please go back to the application you came from and start again.',
    }
  }
  if (error instanceof errors.OIDCProviderError && error.expose) {
    return {
      title: 'This request cannot be accepted',
      message: `The application that sent you here has made a mistake: ${description ?? error.error}. Its makers can put it right.`,
    }
  }
  return { title: 'Something went wrong', message: 'It is not your doing. Please try again.' }
}
