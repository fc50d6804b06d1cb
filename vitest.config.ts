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
    setupFiles: ['reflect-metadata'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // `npm test` lists each test that passed only on retry, with the first failure.
    retry: 1,
  },
})
