import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './install.mjs'
import { playwrightTotals, vitestTotals } from './totals.mjs'

describe('the totals of the test runners', () => {
  it('count tests, list failures and retries, and count a file that failed to load', () => {
    const test = (status, failureMessages = []) => ({
      ...{ status, fullName: `it ${status}`, failureMessages, meta: { assertions: 2 } },
    })
    const failed = test('failed', ['Error: no\n    at a line'])
    const flaky = test('passed', ['Error: too late'])
    const testResults = [
      {
        status: 'passed',
        name: path.join(root, 'c.test.ts'),
        ms: 12,
        assertionResults: [test('passed'), flaky, test('skipped')],
      },
      { status: 'failed', name: path.join(root, 'd.test.ts'), ms: 34, assertionResults: [test('passed'), failed] },
      { status: 'failed', name: path.join(root, 'a.test.ts'), message: 'No such file', assertionResults: [] },
      { status: 'failed', name: path.join(root, 'b.test.ts'), message: 'No room', assertionResults: [test('passed')] },
    ]
    const failures = ['it failed\n  Error: no\n      at a line', 'a.test.ts\n  No such file', 'b.test.ts\n  No room']
    expect(vitestTotals({ testResults })).toMatchObject({
      ...{ passed: 4, failed: 3, failures, assertions: 12, skipped: ['it skipped'] },
      flaky: ['it passed\n  Error: too late'],
    })
    expect(vitestTotals({ testResults }).files.slice(0, 2)).toEqual([
      { file: 'c.test.ts', ms: 12 },
      { file: 'd.test.ts', ms: 34 },
    ])
  })

  it('list failed and retried browser tests, count errors outside tests, and give the reason of a skip', () => {
    const skipped = {
      status: 'skipped',
      annotations: [{ type: 'skip', description: 'wide screens only' }],
      results: [],
    }
    const late = { duration: 20, errors: [{ message: '\u001b[31mtoo late\u001b[39m' }] }
    const retried = {
      status: 'flaky',
      projectName: 'phone',
      annotations: [],
      results: [late, { duration: 5, errors: [] }],
    }
    const results = [late, late]
    const failed = { status: 'unexpected', projectName: 'wide', annotations: [], results }
    const suites = [
      { file: 'map.spec.ts', suites: [{ specs: [{ title: 'the map', tests: [skipped, retried, failed] }] }] },
    ]
    const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 1 }
    expect(playwrightTotals({ stats, errors: [{ message: 'No server' }], suites })).toEqual({
      passed: 6,
      failed: 2,
      failures: ['the map (wide)\n  too late', 'outside any test\n  No server'],
      skipped: ['the map: wide screens only'],
      flaky: ['the map (phone)\n  too late'],
      files: [{ file: 'tests/e2e/map.spec.ts', ms: 65 }],
    })
  })

  it('show what the page of a failed browser test showed', () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'porchlight-totals-')), 'error-context.md')
    writeFileSync(
      file,
      '# Error details\n\n# Page snapshot\n\n```yaml\n- dialog "Save":\n  - status: Paused at 0%\n```\n\n# Test source\n',
    )
    const attachments = [
      { name: 'screenshot', path: 'test-failed-1.png' },
      { name: 'error-context', path: file },
    ]
    const results = [{ duration: 1, errors: [{ message: 'not visible' }], attachments }]
    const test = { status: 'unexpected', projectName: 'phone', annotations: [], results }
    const suites = [{ file: 'offline.spec.ts', specs: [{ title: 'an area', tests: [test] }] }]
    const stats = { expected: 0, unexpected: 1, flaky: 0, skipped: 0 }
    expect(playwrightTotals({ stats, errors: [], suites }).failures).toEqual([
      'an area (phone)\n  not visible\n  | - dialog "Save":\n  |   - status: Paused at 0%',
    ])
    rmSync(path.dirname(file), { recursive: true })
  })
})
