// Scalar's own colours are too faint in places, and a list that is too wide cannot be scrolled by keyboard.
const style = `
.light-mode {
  --scalar-color-2: #545454;
  --scalar-color-3: #616161;
  --scalar-color-green: #006b45;
  --scalar-color-blue: #005e96;
  --scalar-color-orange: #9c4200;
  --scalar-color-red: #b30000;
  --scalar-color-purple: #6b3fa0;
  --scalar-color-yellow: #7a5d00;
}
.dark-mode {
  --scalar-color-2: #b5b5b5;
  --scalar-color-3: #a0a0a0;
  --scalar-color-green: #35d29a;
  --scalar-color-blue: #5cb8f2;
  --scalar-color-orange: #ff9d5c;
  --scalar-color-red: #ff8080;
}
.endpoints,
.endpoints * {
  min-width: 0;
  overflow-wrap: anywhere;
  white-space: normal;
}
`

// Nothing here may reach another host: no fonts, no proxy, no telemetry, no assistant.
Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  // Requests are tried with curl and the SDK: a browser is no place for a client secret or a token.
  hideTestRequestButton: true,
  hideClientButton: true,
  // The samples are those of the description, which tests run, and not generated ones.
  hiddenClients: true,
  documentDownloadType: 'json',
  defaultOpenAllTags: true,
  operationTitleSource: 'summary',
  customCss: style,
})

// Its copy buttons have an icon but no accessible name.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy')
  }
}).observe(document.body, { childList: true, subtree: true })
