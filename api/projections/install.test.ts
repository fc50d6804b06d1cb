import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { projectActivityBody, projectionsVersion } from './all.ts'

it('the version of the projections is raised with each change', () => {
  const hash = createHash('sha256').update(projectActivityBody()).digest('hex').slice(0, 16)
  expect({ projectionsVersion, hash }, 'Raise projectionsVersion in all.ts, then copy the new hash.').toEqual({
    projectionsVersion: 5,
    hash: 'c9aae8b0b0d10ac7',
  })
})
