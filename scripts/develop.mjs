// `node scripts/develop.mjs FILE [ARGUMENTS]` runs a program for development, after installing what development needs. Plain
// JavaScript for Node 20.
import { ensureInstalled } from './install.mjs'
import { runProgram } from './runProgram.mjs'

const [file, ...args] = process.argv.slice(2)
try {
  // Standard output is the program's own.
  await ensureInstalled('develop', console.error)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
runProgram([...(file.endsWith('.ts') ? ['--import', '@oxc-node/core/register'] : []), file, ...args])
