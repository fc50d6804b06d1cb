import { defineConfig } from 'vitest/config'
import { timeLimitFactor } from './tests/support/machineSpeed.ts'
import { SlowFilesFirst } from './tests/support/slowFilesFirst.ts'
import { groupTestFiles } from './tests/support/testGroups.ts'

const files = groupTestFiles()
const factor = timeLimitFactor()

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
    sequence: { sequencer: SlowFilesFirst },
    provide: { timeLimitFactor: factor },
    setupFiles: ['tests/support/countAssertions.ts', 'tests/support/freshFile.ts'],
    // Only what hangs should fail, also on a slow or busy machine.
    testTimeout: 20_000 * factor,
    hookTimeout: 20_000 * factor,
    expect: { poll: { timeout: 15_000 * factor } },
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
          setupFiles: ['reflect-metadata'],
          globalSetup: ['tests/support/databaseServer.ts'],
        },
      },
    ],
  },
})
