// Plain JavaScript for Node 20, part of `npm test`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { node, projectEnvironment, root } from './install.mjs'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Returns the path of a Chromium, installing one where possible. Throws with instructions where it is not. */
export function ensureBrowser(say = console.log) {
  const present = findBrowser()
  if (present !== null) return present
  const tried = []
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing the browser for the tests (Debian package chromium) …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    run('apt-get', ['update', '-qq'], env, 180_000)
    tried.push(run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], env, 420_000))
    if (findBrowser() !== null) return findBrowser()
  }
  say('Installing the browser for the tests (Playwright) …')
  tried.push(run(node, ['node_modules/playwright/cli.js', 'install', 'chromium'], projectEnvironment(), 300_000))
  const installed = findBrowser()
  if (installed !== null) return installed
  throw new Error(
    `No browser for the browser tests (${tried.join('; ')}). ` +
      'Install Chromium (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), ' +
      'or name one with CHROMIUM=/path/to/chromium, then run npm test again.',
  )
}

function findBrowser() {
  const named = process.env.CHROMIUM
  if (named) return existsSync(named) ? named : null
  return [...usual, playwrightsOwn()].find((file) => file !== null && existsSync(file)) ?? null
}

function playwrightsOwn() {
  try {
    return createRequire(`${root}/package.json`)('playwright-core').chromium.executablePath()
  } catch {
    return null
  }
}

function run(program, args, env, timeout) {
  const { status, signal, error } = spawnSync(program, args, {
    ...{ cwd: root, env, timeout },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return `${program.split('/').at(-1)} ${args[0]}: ${error?.message ?? `exit code ${status ?? signal}`}`
}
