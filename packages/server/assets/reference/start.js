// The colors of the other pages. Scalar's own are too faint in places, and a list that is too wide or too long cannot be scrolled by
// keyboard.
const style = `
.light-mode {
  --scalar-background-1: #ffffff;
  --scalar-background-2: #f6f8f7;
  --scalar-border-color: #dde3e1;
  --scalar-color-1: #14211f;
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
  --scalar-background-1: #161e1e;
  --scalar-background-2: #1b2524;
  --scalar-border-color: #2b3736;
  --scalar-color-1: #e9efee;
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
.endpoints-card .custom-scroll {
  max-height: none !important;
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
  // The header and the other pages follow the system.
  hideDarkModeToggle: true,
  documentDownloadType: 'json',
  defaultOpenAllTags: true,
  operationTitleSource: 'summary',
  customCss: style,
})

// It reads the system's setting once.
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches: isDark }) => {
  document.body.classList.toggle('dark-mode', isDark)
  document.body.classList.toggle('light-mode', !isDark)
})

// Its copy buttons have an icon but no accessible name.
new MutationObserver(() => {
  for (const button of document.querySelectorAll('button[class*="copy-button"]:not([aria-label])')) {
    button.setAttribute('aria-label', 'Copy')
  }
}).observe(document.body, { childList: true, subtree: true })
