// Plain JavaScript for Node 20, part of `npm test`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { node, projectEnvironment, root } from './install.mjs'

const commonPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Returns the path of a Chromium, installing it if necessary. Throws an error with instructions if that fails. */
export function ensureBrowser(print = console.log) {
  const existing = findBrowser()
  if (existing !== null) return existing
  const attempts = []
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    print('Installing the browser for the tests (Debian package chromium) …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    run('apt-get', ['update', '-qq'], env, 180_000)
    attempts.push(run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], env, 420_000))
    if (findBrowser() !== null) return findBrowser()
  }
  print('Installing the browser for the tests (Playwright) …')
  attempts.push(run(node, ['node_modules/playwright/cli.js', 'install', 'chromium'], projectEnvironment(), 300_000))
  const installed = findBrowser()
  if (installed !== null) return installed
  throw new Error(
    `The browser tests need a browser, and none was found (${attempts.join('; ')}). ` +
      'Install Chromium (Debian: apt-get install chromium; other systems: npx playwright install chromium), ' +
      'or set CHROMIUM=/path/to/chromium. Then run npm test again.',
  )
}

function findBrowser() {
  const configured = process.env.CHROMIUM
  if (configured) return existsSync(configured) ? configured : null
  return [...commonPaths, findPlaywrightBrowser()].find((file) => file !== null && existsSync(file)) ?? null
}

function findPlaywrightBrowser() {
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
