import { expect, it } from 'vitest'
import { VersionConflict } from './errors.ts'
import { checkVersion } from './versions.ts'

const saved = { version: 3, notes: 'Beware of the dog', secret: 'x' }
const present = ({ notes }: typeof saved) => ({ notes })

it.each([3, null, undefined])('a change based on version %s is accepted when version 3 is saved', (ifVersion) => {
  expect(() => checkVersion(ifVersion, present)(saved)).not.toThrow()
})

it.each([0, 2, 4])('a change based on version %i gets what is saved instead', (ifVersion) => {
  const conflict = new VersionConflict({ notes: 'Beware of the dog' })
  expect(() => checkVersion(ifVersion, present)(saved)).toThrow(
    expect.objectContaining({ name: 'VersionConflict', current: conflict.current }),
  )
})
