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
})
