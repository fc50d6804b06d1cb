import { defineConfig } from 'vitest/config'
import { measureSlowness } from './tests/support/slowness.ts'
import { groupTestFiles } from './tests/support/testGroups.ts'

const files = groupTestFiles()
const slowness = measureSlowness()

// The groups are described in docs/development.md. Files of a group run one after the other in the same process, unless they are
// named in `isolatedFiles`.
export default defineConfig({
  resolve: {
    // graphql's CommonJS and ES module builds reject each other's types, so load only one.
    alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }],
  },
  test: {
    pool: 'forks',
    maxWorkers: 2,
    isolate: false,
    setupFiles: ['tests/support/countAssertions.ts', 'tests/support/freshFile.ts'],
    // Only what hangs should fail, also on a slow or busy machine.
    testTimeout: 20_000 * slowness,
    hookTimeout: 20_000 * slowness,
    expect: { poll: { timeout: 10_000 * slowness } },
    projects: [
      { extends: true, test: { name: 'pure', include: files.pure, setupFiles: ['reflect-metadata'] } },
      {
        extends: true,
        test: { name: 'isolated', include: files.isolated, isolate: true, setupFiles: ['reflect-metadata'] },
      },
      { extends: true, test: { name: 'dom', include: files.dom, setupFiles: ['tests/support/dom.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          include: files.server,
          isolate: true,
          testTimeout: 90_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 30_000 } },
          retry: 1,
          setupFiles: ['reflect-metadata'],
          globalSetup: ['tests/support/databaseServer.ts'],
        },
      },
    ],
  },
})
