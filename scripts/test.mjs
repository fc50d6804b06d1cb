// `npm test`: installs missing packages, runs every check even if one fails, and prints the totals. `npm test -- PART` runs a part
// of them; docs/development.md describes the parts. Plain JavaScript for Node 20.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ensureBuilt } from './build.mjs'
import { checkAdvisories, checkLicenses } from './dependencies.mjs'
import { features } from './features.mjs'
import { ensureInstalled, node, projectEnvironment, root } from './install.mjs'
import { measureProcessorTime } from './processorTime.mjs'
import { playwrightTotals, vitestTotals } from './totals.mjs'

const results = []
const groups = []
const folder = mkdtempSync(path.join(tmpdir(), 'porchlight-results-'))
const typescript = ['--import', '@oxc-node/core/register']
const [part = 'all', ...partArguments] = process.argv.slice(2)
const parts = { all: runChecks, quick: runQuickTests, changed: runChangedTests, acceptance: runAcceptanceTests }

if (!(part in parts)) {
  console.error(`Unknown part of the tests: ${part}. The parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
try {
  await step('packages', () => ensureInstalled())
  if (results.every(({ failed }) => failed === 0)) await parts[part](...partArguments)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
report()

async function runChecks() {
  let browser = null
  await group('static checks', async () => {
    await step('licenses of the packages', () => checkLicenses())
    await step('advisories for the packages', (_print, skip) => checkAdvisories(skip))
    await step('browser', () => {
      browser = ensureBrowser()
    })
    // Prettier uses one core for half as long as the other checks use another. The plugin parses faster, and formats alike.
    await Promise.all([
      binaryStep('formatting', 'prettier/bin/prettier.cjs', [
        ...['--check', '--plugin=@prettier/plugin-oxc', '--log-level', 'warn'],
        ...['--cache', '--cache-strategy', 'content', '.'],
      ]),
      generateAndCheck(),
    ])
  })
  for (const name of ['pure', 'dom', 'server']) await group(name, () => runTestGroup(name))
  await group('browser', async () => {
    if (browser === null) results.push(failed('browser tests', 'No browser is available.'))
    else
      await suite('browser tests', 'playwright.json', playwrightTotals, (file) =>
        run('@playwright/test/cli.js', ['test', '--reporter=list,json'], {
          seconds: 60 * 60,
          env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM: browser },
        }),
      )
  })
}

/** The checks that need neither a database nor a browser, and find most mistakes. */
async function runQuickTests() {
  await group('static checks', async () => {
    await generateClients()
    await Promise.all([lint(), checkTypes()])
  })
  for (const name of ['pure', 'dom']) await group(name, () => runTestGroup(name))
}

/**
 * The tests that import, directly or not, a file that differs from `commit`, and the acceptance tests of the features that have such
 * a file, because they call the server instead of importing it.
 */
async function runChangedTests(commit = 'main') {
  await generateClients()
  await runVitest('tests of what changed', '--changed', commit, '--passWithNoTests')
  const changed = execFileSync('git', ['diff', '--name-only', commit], { cwd: root, encoding: 'utf8' }).split('\n')
  const names = Object.keys(features).filter((name) =>
    changed.some((file) => /^(api|migrations)\//.test(file) && file.split(/[^\w]/).includes(name)),
  )
  if (names.length === 0) return
  const files = names.map((name) => `tests/acceptance/${name}`)
  await runVitest(`acceptance tests of ${names.join(', ')}`, ...files, '--passWithNoTests')
}

/** The acceptance tests on the database server of TEST_DATABASE_URL, or an embedded one, with what they need. */
async function runAcceptanceTests() {
  await generateClients()
  await step('build', (print) => ensureBuilt(print))
  await runVitest('acceptance tests', 'tests/acceptance')
}

/** The few isolated files count among the pure ones. */
function runTestGroup(name) {
  const projects = name === 'pure' ? ['pure', 'isolated'] : [name]
  return runVitest(`${name} tests`, ...projects.map((project) => `--project=${project}`))
}

function runVitest(name, ...args) {
  const mayBeEmpty = args.includes('--passWithNoTests')
  const work = (file) =>
    run('vitest/vitest.mjs', ['run', ...args, '--reporter=default', '--reporter=./scripts/vitestReporter.mjs'], {
      seconds: 50 * 60,
      env: { VITEST_REPORT: file },
    })
  return suite(name, 'vitest.json', vitestTotals, work, mayBeEmpty)
}

async function generateClients() {
  await step('client code from schema.graphql', (print) => runNode(['scripts/codegen.ts'], { print }))
  await step('API clients from the OpenAPI document and the GraphQL schema', (print) =>
    runNode([...typescript, 'scripts/makeClients.ts'], { print }),
  )
}

/** Generates code first, because lint and the type check read it. */
async function generateAndCheck() {
  await nodeStep('schema.graphql is up to date', [...typescript, 'scripts/printSchema.ts', '--check'])
  await nodeStep('schema.sql is up to date', [...typescript, 'scripts/printSchemaSql.ts', '--check'])
  await nodeStep('api/events/payloadSchemas.ts is up to date', [...typescript, 'scripts/eventPayloads.ts', '--check'])
  await generateClients()
  await Promise.all([lint(), checkTypes()])
  await step('build', (print) => ensureBuilt(print))
}

async function lint() {
  await binaryStep('lint', 'oxlint/bin/oxlint', ['--type-aware'])
  await nodeStep('import rules', ['scripts/importRules.mjs'])
  await nodeStep('patterns', ['scripts/patterns.mjs'])
  await nodeStep('what the server keeps in memory', ['scripts/stores.mjs'])
}

/** What the compiler found stays in `node_modules/.cache`, as for the formatting, so that the next check takes a few seconds. */
async function checkTypes() {
  const check = (name, project) =>
    binaryStep(name, 'typescript/bin/tsc', [
      ...['--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile'],
      path.join(root, 'node_modules/.cache', `${path.basename(project)}.tsbuildinfo`),
    ])
  await check('types', 'tsconfig.json')
  await check('types of the server', 'tsconfig.api.json')
}

function nodeStep(name, args) {
  return step(name, (print) => runNode(args, { print }))
}

function binaryStep(name, program, args) {
  return step(name, (print) => run(program, args, { print }))
}

/** Runs steps whose time and processor time are printed together at the end. */
async function group(name, work) {
  const started = Date.now()
  const measurement = measureProcessorTime()
  const first = results.length
  await work()
  groups.push({ name, seconds: since(started), used: measurement.stop(), results: results.slice(first) })
}

/**
 * Runs a check that counts as one test and passes unless it throws or calls `skip` with a reason. Its output is printed when
 * it ends.
 */
async function step(name, work) {
  const started = Date.now()
  const output = []
  const print = (text) => output.push(text.trimEnd())
  const skipped = []
  try {
    await work(print, (reason) => skipped.push(reason))
    results.push({ name, passed: skipped.length === 0 ? 1 : 0, failed: 0, skipped, seconds: since(started) })
  } catch (error) {
    print(error.message)
    results.push({ ...failed(name, error.message), seconds: since(started) })
  }
  console.log([`\n── ${name}`, ...output, ...skipped].join('\n'))
}

/**
 * Runs a test runner that writes its results to a file. A nonzero exit code counts as a failure even if no test failed, and so
 * does a run of no tests unless it may be empty.
 */
async function suite(name, fileName, totals, work, mayBeEmpty = false) {
  const started = Date.now()
  console.log(`\n── ${name}`)
  const file = path.join(folder, fileName)
  let exitMessage = null
  try {
    await work(file)
  } catch (error) {
    exitMessage = error.message
    console.log(exitMessage)
  }
  const counted = existsSync(file)
    ? totals(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, failures: [], skipped: [], files: [] }
  if (counted.failed === 0 && (exitMessage !== null || (counted.passed === 0 && !mayBeEmpty))) {
    counted.failed = 1
    counted.failures = [exitMessage ?? 'No tests were run.']
  }
  results.push({ name, ...counted, seconds: since(started) })
}

function failed(name, reason) {
  return { name, passed: 0, failed: 1, failures: [reason], skipped: [] }
}

function run(program, args, options) {
  return runNode([path.join(root, 'node_modules', program), ...args], options)
}

/** Passes the output to `print`, or to the terminal if `print` is null. */
function runNode(args, { seconds = 300, env = {}, print = null } = {}) {
  return new Promise((resolve, reject) => {
    const out = print ? 'pipe' : 'inherit'
    const child = spawn(node, args, {
      cwd: root,
      env: projectEnvironment({ NO_UPDATE_NOTIFIER: '1', ...env }),
      stdio: ['ignore', out, out],
    })
    child.stdout?.on('data', (data) => print(`${data}`))
    child.stderr?.on('data', (data) => print(`${data}`))
    const timer = setTimeout(() => child.kill('SIGTERM'), seconds * 1000)
    const killer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000 + 15_000)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      clearTimeout(killer)
      if (code === 0) resolve()
      else reject(new Error(signal ? `Stopped by ${signal} (the time limit is ${seconds} s).` : `Exit code ${code}.`))
    })
  })
}

function since(started) {
  return ((Date.now() - started) / 1000).toFixed(1)
}

function report() {
  console.log('')
  for (const { name, passed, failed, failures = [], skipped, flaky = [], seconds = '0.0' } of results) {
    const counts = passed + failed <= 1 ? '' : `, ${passed} passed${failed ? `, ${failed} failed` : ''}`
    console.log(`${failed === 0 ? 'ok    ' : 'FAILED'} ${name}${counts} (${seconds} s)`)
    const lines = [
      ...failures,
      ...skipped.map((reason) => `skipped: ${reason}`),
      ...flaky.map((test) => `passed on retry: ${test}`),
    ]
    for (const line of lines) console.log(`       ${line.replaceAll('\n', '\n       ')}`)
  }
  if (groups.length > 0) console.log('\nGroups:')
  for (const { name, seconds, used, results: own } of groups) {
    const total = (key) => own.reduce((sum, result) => sum + (result[key] ?? 0), 0)
    const counts = total('assertions') > 0 ? `, ${total('passed')} tests with ${total('assertions')} assertions` : ''
    console.log(`  ${name}: ${seconds} s${used === null ? '' : `, ${used.toFixed(0)} CPU s`}${counts}`)
  }
  const files = results.flatMap((result) => result.files ?? []).sort((a, b) => b.ms - a.ms)
  if (files.length > 0) console.log('\nSlowest test files:')
  for (const { file, ms } of files.slice(0, 10)) console.log(`${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`)
  // Repeats the failures at the end, because some CI systems omit the middle of a long log.
  const failures = results.flatMap((result) => result.failures ?? [])
  if (failures.length > 0) console.log('\nFailures:')
  for (const failure of failures.slice(0, 10)) console.log(`  ${failure.split('\n').slice(0, 10).join('\n  ')}`)
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  process.exitCode = sum('failed') === 0 ? 0 : 1
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}
