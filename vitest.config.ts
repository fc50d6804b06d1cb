import { defineConfig } from 'vitest/config'

// Test files that need a DOM start with the line `// @vitest-environment jsdom`.
export default defineConfig({
  resolve: {
    // graphql's CommonJS and ES module builds reject each other's types, so load only one.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    include: ['{api,demo,web,scripts,bench}/**/*.test.{ts,tsx,mjs}', 'tests/{acceptance,faults}/**/*.test.ts'],
    globalSetup: ['tests/support/databaseServer.ts'],
    setupFiles: ['reflect-metadata', 'tests/support/patience.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Only what hangs should fail: a machine with two busy cores is several times slower than a quiet one.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 30_000 } },
    // `npm test` lists each test that passed only on retry, with the first failure.
    retry: 1,
  },
})
