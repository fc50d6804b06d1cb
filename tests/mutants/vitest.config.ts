import { defineConfig } from 'vitest/config'
import shared from '../../vitest.config.ts'
import { groupTestFiles } from '../support/testGroups.ts'
import { mutated, type MutatedGroup } from './groups.ts'

const group = process.env.MUTATED_GROUP as MutatedGroup
const { testGroups, tests } = mutated[group]
const files = groupTestFiles()

// The tests that Stryker runs for each mutant. The log needs PostgreSQL, which `main.ts` starts.
export default defineConfig({
  resolve: shared.resolve,
  test: {
    include: testGroups.flatMap((name) => files[name]).filter((file) => tests.test(file)),
    setupFiles: ['tests/mutants/setup.ts'],
    provide: shared.test!.provide!,
    testTimeout: shared.test!.testTimeout!,
    hookTimeout: shared.test!.hookTimeout!,
    globalSetup: group === 'log' ? ['tests/mutants/databaseServer.ts'] : [],
  },
})
