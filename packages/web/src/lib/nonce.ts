/** Nonce for style elements, required by the content security policy. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

// Read by the component library's scroll lock for dialogs.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
