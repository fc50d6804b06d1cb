// The import part of `npm run lint`: checks the tree against .dependency-cruiser.mjs. Plain JavaScript for Node 20.
import { pathToFileURL } from 'node:url'
import { cruise } from 'dependency-cruiser'
import configuration from '../.dependency-cruiser.mjs'

/** Returns the imports under `root` that a rule forbids, as 'rule: from -> to'. A cycle is listed once with its path. */
export async function findViolations(root) {
  const { forbidden, options } = configuration
  const { output } = await cruise(['api', 'demo', 'web', 'bench', 'scripts', 'tests'], {
    ...options,
    baseDir: root,
    ruleSet: { forbidden },
    validate: true,
  })
  return output.summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle ? cycle.map(({ name }) => name) : [to]
    return `${rule.name}: ${[from, ...path].join(' -> ')}`
  })
}

if (process.argv[1] !== undefined && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const violations = await findViolations(process.cwd())
  for (const violation of violations) console.log(violation)
  console.log(violations.length === 0 ? 'All imports follow the rules.' : `${violations.length} forbidden imports.`)
  process.exitCode = violations.length === 0 ? 0 : 1
}
