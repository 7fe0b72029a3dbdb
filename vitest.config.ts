import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'packages/*/{src,test}/**/*.test.ts',
      'tools/**/*.test.ts',
      'bench/**/*.test.ts',
      'faults/**/*.test.ts',
      'e2e/**/*.test.ts',
    ],
    globalSetup: ['packages/server/test/template.ts', 'packages/sdk/test/pack.ts', 'e2e/build-app.ts'],
    pool: 'forks',
    maxWorkers: 2, // one fewer than cores by default, which on two cores leaves one idle while tests wait
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
