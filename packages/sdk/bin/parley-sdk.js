#!/usr/bin/env node
// In the repository, so that npm can link it before the package is built.
await import('../dist/program.js')
