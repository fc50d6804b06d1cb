// `npm run dev`: runs the API from its sources and restarts it on changes; vite serves the client.
import { spawn } from 'node:child_process'
import { ensureInstalled, node, projectEnvironment, root } from './install.mjs'

try {
  await ensureInstalled()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const programs = [
  [
    '--disallow-code-generation-from-strings',
    '--watch-path=api',
    '--watch-path=migrations',
    '--import',
    '@oxc-node/core/register',
    'api/main.ts',
  ],
  ['scripts/codegen.ts', '--watch'],
  ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts', '--host', '127.0.0.1'],
].map((args) => spawn(node, args, { cwd: root, env: projectEnvironment(), stdio: ['ignore', 'inherit', 'inherit'] }))

const stop = () => programs.forEach((program) => program.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
for (const program of programs) program.on('exit', stop)
