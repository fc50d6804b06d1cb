import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createStarterTemplates } from '../api/services/documents/starters/starterTemplates.ts'
import { createDemoTemplates } from '../demo/templates/demoTemplates.ts'

// Writes the starter templates, and those of the demo, to a folder, to open or edit them in Word.
const folder = process.argv[2]
if (!folder) {
  console.error('Usage: node --import @oxc-node/core/register scripts/makeStarterTemplates.ts FOLDER')
  process.exit(2)
}
mkdirSync(folder, { recursive: true })
for (const { filename, content } of [...createStarterTemplates(), ...createDemoTemplates()]) {
  writeFileSync(path.join(folder, filename), content)
  console.log(`${filename}, ${content.length.toLocaleString('en-US')} bytes`)
}
