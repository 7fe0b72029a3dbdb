import { type Html, html } from '../../../platform/http/pages/html.ts'

/** What was wrong with a form, above it. Fields refer to it by its id. */
export const errorNotice = (error: string | undefined): Html | undefined =>
  error === undefined
    ? undefined
    : html`<div class="error" id="error" role="alert">${warning}<p>${error}</p></div>`

/** Attributes of a field to which the notice belongs. */
export const invalidField = (error: string | undefined): Html | false =>
  error !== undefined && html` aria-invalid="true" aria-describedby="error"`

const warning = html`<svg viewBox="0 0 20 20" aria-hidden="true"><path fill="currentColor" d="M10 1.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zm-.9 4.25a.9.9 0 0 1 1.8 0v5a.9.9 0 0 1-1.8 0zM10 15a1.1 1.1 0 1 1 0-2.2 1.1 1.1 0 0 1 0 2.2z"/></svg>`
