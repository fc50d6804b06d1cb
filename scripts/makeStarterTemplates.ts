import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createStarterTemplates } from '../demo/templates/starterTemplates.ts'

// Writes the starter templates to a folder, to open or edit them in Word.
const folder = process.argv[2]
if (!folder) {
  console.error('Usage: node --import @oxc-node/core/register scripts/makeStarterTemplates.ts FOLDER')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })
for (const { filename, content } of createStarterTemplates()) {
  writeFileSync(path.join(folder, filename), content)
  console.log(`${filename}, ${content.length.toLocaleString('en-US')} bytes`)
}
