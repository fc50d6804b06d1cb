// `npm test`: installs what is missing, then runs every check to the end and counts them all. Plain JavaScript for Node 20.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled, node, projectEnvironment, root } from './install.mjs'
import { playwrightTotals, vitestTotals } from './totals.mjs'

const results = []
const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-results-'))
const typescript = ['--import', '@oxc-node/core/register']

try {
  await step('packages', () => ensureInstalled())
  if (results.every(({ failed }) => failed === 0)) await everything()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
report()

async function everything() {
  let browser = null
  await step('browser', () => {
    browser = ensureBrowser()
  })
  await step('formatting', () => run('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']))
  // First, since lint and types read what is made from it.
  await step('schema.graphql is up to date', () => runNode([...typescript, 'scripts/printSchema.ts', '--check']))
  await step('client code from schema.graphql', () =>
    run('@graphql-codegen/cli/cjs/bin.js', ['--config', 'codegen.ts', '--silent']),
  )
  await step('clients of integrators, from both contracts', () => runNode([...typescript, 'scripts/makeClients.ts']))
  await step('lint', () => run('oxlint/bin/oxlint', ['--type-aware']))
  await step('import rules', () => runNode(['scripts/importRules.mjs']))
  await step('types', () => run('typescript/bin/tsc', ['--noEmit', '-p', '.']))
  await step('build', () => ensureBuilt())
  await suite('unit and acceptance tests', 'vitest.json', vitestTotals, (file) =>
    run('vitest/vitest.mjs', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`], 25 * 60),
  )
  if (browser === null) results.push(failed('browser tests', 'There is no browser.'))
  else await browserTests(browser)
}

/** Two at a time, each on a server of its own, so that they neither disturb nor long wait for each other. */
async function browserTests(browser) {
  const waiting = ['1/2', '2/2'].flatMap((part) => ['wide', 'phone'].map((width) => ({ width, part })))
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await browserTestsOf(next, browser)
  }
  await Promise.all([lane(), lane()])
}

function browserTestsOf({ width, part }, browser) {
  const name = `${width}-${part[0]}`
  return suite(`browser tests, ${width}, part ${part}`, `playwright-${name}.json`, playwrightTotals, (file) =>
    run(
      '@playwright/test/cli.js',
      ['test', `--project=${width}`, `--shard=${part}`, `--output=test-results/${name}`, '--reporter=list,json'],
      ...[60 * 60, { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM: browser }],
    ),
  )
}

/** One check that counts as one: it passes unless it throws. */
async function step(name, work) {
  const started = heading(name)
  try {
    await work()
    results.push({ name, passed: 1, failed: 0, skipped: [], seconds: since(started) })
  } catch (error) {
    console.log(error.message)
    results.push({ ...failed(name, error.message), seconds: since(started) })
  }
}

/** A runner that counts for itself in a file. One that ends badly has failed, whatever its file says. */
async function suite(name, fileName, totals, work) {
  const started = heading(name)
  const file = path.join(folder, fileName)
  let ending = null
  try {
    await work(file)
  } catch (error) {
    ending = error.message
    console.log(ending)
  }
  const counted = existsSync(file)
    ? totals(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, failures: [], skipped: [] }
  if (counted.failed === 0 && (ending !== null || counted.passed === 0)) {
    counted.failed = 1
    counted.failures = [ending ?? 'No test was run.']
  }
  results.push({ name, ...counted, seconds: since(started) })
}

function failed(name, why) {
  return { name, passed: 0, failed: 1, failures: [why], skipped: [] }
}

function run(program, args, seconds = 300, more = {}) {
  return runNode([path.join(root, 'node_modules', program), ...args], seconds, more)
}

function runNode(args, seconds = 300, more = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: root,
      env: projectEnvironment({ NO_UPDATE_NOTIFIER: '1', ...more }),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const timer = setTimeout(() => child.kill('SIGTERM'), seconds * 1000)
    const killer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000 + 15_000)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      clearTimeout(killer)
      if (code === 0) resolve()
      else reject(new Error(signal ? `Stopped by ${signal} (the limit is ${seconds} s).` : `Exit code ${code}.`))
    })
  })
}

function heading(name) {
  console.log(`\n── ${name}`)
  return Date.now()
}

function since(started) {
  return ((Date.now() - started) / 1000).toFixed(1)
}

function report() {
  console.log('')
  for (const { name, passed, failed, failures = [], skipped, again = [], seconds = '0.0' } of results) {
    const counts = passed + failed === 1 ? '' : `, ${passed} passed${failed ? `, ${failed} failed` : ''}`
    console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}${counts} (${seconds} s)`)
    const lines = [
      ...failures,
      ...skipped.map((reason) => `skipped: ${reason}`),
      ...again.map((test) => `passed at the second try: ${test}`),
    ]
    for (const line of lines) console.log(`       ${line.replaceAll('\n', '\n       ')}`)
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  process.exitCode = sum('failed') === 0 ? 0 : 1
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}
