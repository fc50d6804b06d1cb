import { defineConfig } from 'vitest/config'
import shared from '../../vitest.config.ts'

// The tests that Stryker runs for each mutant. The log needs PostgreSQL, which `main.ts` starts.
const include = process.env.MUTATED_DATABASE
  ? ['api/log/**/*.test.ts']
  : ['api/domain/**/*.test.ts', 'web/session/outbox/**/*.test.ts']

export default defineConfig({
  resolve: shared.resolve,
  test: {
    include,
    setupFiles: ['reflect-metadata'],
    globalSetup: process.env.MUTATED_DATABASE ? ['tests/mutants/databaseServer.ts'] : [],
  },
})
