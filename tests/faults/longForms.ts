import { testFiles } from './testFiles.ts'

const vitest = ['node_modules/vitest/vitest.mjs', 'run']
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--project=phone']

export const oddValues = testFiles(
  {
    name: 'oddValues',
    title: 'null, empty and odd texts in place of each value, by all callers',
    aim: '0 answers that blame the server',
  },
  [...vitest, 'tests/faults/oddValues.test.ts'],
)

export const worstFiles = testFiles(
  {
    name: 'worstFiles',
    title: 'files of properties that take their readers most time or memory',
    aim: 'each fails or ends for itself, requests are answered meanwhile',
  },
  [...vitest, 'api/usecases/imports/runImport.test.ts', 'tests/acceptance/importsOfWorstFiles.test.ts'],
)

export const metricsModel = testFiles(
  {
    name: 'metricsModel',
    title: 'thousands of random actions over six weeks, with their metrics as an independent model has them',
    aim: 'the same metrics, receipts and rebuild',
  },
  [...vitest, 'tests/acceptance/performanceModel.test.ts'],
)

export const streets = testFiles(
  {
    name: 'streets',
    title: '30 doors without a connection, whose browser is killed, and streets of 12 unsaved houses',
    aim: 'each knock once, at its time, by as few taps',
  },
  [...playwright, 'tests/e2e/knockingOffline.spec.ts', 'tests/e2e/knockingPhone.spec.ts'],
)
