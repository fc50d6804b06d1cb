import { defineConfig } from 'vitest/config'

// Files that need a page say so themselves: `// @vitest-environment jsdom` in their first line.
export default defineConfig({
  resolve: {
    // Two copies of graphql (its CommonJS and its module build) refuse each other's types.
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
    // As in the browser tests: `npm test` names each test that needed its second try, with what the first one said.
    retry: 1,
  },
})
