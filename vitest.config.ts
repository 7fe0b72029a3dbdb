import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'],
    globalSetup: 'packages/server/test/template.ts',
    pool: 'forks',
    testTimeout: 20_000,
  },
})
