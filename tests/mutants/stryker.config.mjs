/** Options of Stryker for `npm run mutants`. Types are not checked: a mutant that does not compile would be found by `npm test`. */
export default {
  plugins: [new URL('node_modules/@stryker-mutator/vitest-runner/dist/src/index.js', import.meta.url).href],
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
  ignorePatterns: [
    '/.data',
    '/dist',
    '/bench',
    '/docs',
    '/demo',
    '/tests/e2e',
    '/tests/acceptance/**/*.test.ts',
    '/tests/faults',
    '/tests/mutants/node_modules',
  ],
  tempDirName: '.vitest/mutants',
  // Stryker reads tsconfig.json with the TypeScript compiler of before version 7, which the tests do not need.
  tsconfigFile: 'none',
  concurrency: Number(process.env.MUTANTS_CONCURRENCY ?? 2),
  coverageAnalysis: 'perTest',
  // What runs once when a module is loaded, such as tables, would load all tests again for each mutant.
  ignoreStatic: true,
  disableTypeChecks: false,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: `.vitest/mutants-${process.env.MUTATED_GROUP}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportScoreTable: true },
  thresholds: { high: 90, low: 85, break: 85 },
}
