/** The page's policy lets only style elements with this in. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

// Read by the part of the component library that keeps a page from scrolling behind a dialog.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
