import { describe, expect, it } from 'vitest'
import { checkAdvisories, checkLicenses } from './dependencies.mjs'

describe('the licenses of the packages of a release', () => {
  it('are all allowed', () => checkLicenses())

  it('are refused if no alternative is allowed, or if there is none', () => {
    const packages = {
      '': { license: 'none' },
      'node_modules/sample-a': { license: '(MIT OR GPL-3.0)' },
      'node_modules/sample-b': { license: 'MIT AND GPL-3.0' },
      'node_modules/sample-c': {},
      'node_modules/sample-a/node_modules/sample-d': { license: 'AGPL-3.0' },
      'node_modules/sample-e': { license: 'AGPL-3.0', dev: true },
    }
    expect(() => checkLicenses(packages)).toThrow('sample-b (MIT AND GPL-3.0), sample-c (none), sample-d (AGPL-3.0).')
  })
})

describe('the advisories for the packages of a release', () => {
  const advisory = (severity) => ({ title: 'Sample fault', url: 'https://advisories.example/GHSA-sample', severity })
  const audit = async (report) => {
    const skipped = []
    await checkAdvisories(
      (reason) => skipped.push(reason),
      async () => (typeof report === 'string' ? report : JSON.stringify(report)),
    )
    return skipped
  }

  it('are skipped with the reason if the registry sends no report', async () => {
    expect(await audit({ message: '405 Method Not Allowed' })).toEqual(['not checked: 405 Method Not Allowed'])
    expect(await audit({ message: '405 Method Not Allowed - POST https://user:secret@registry.example/x' })).toEqual([
      'not checked: 405 Method Not Allowed',
    ])
    expect(await audit('spawn npm ENOENT')).toEqual(['not checked: spawn npm ENOENT'])
    expect(await audit('')).toEqual(['not checked: the registry sent no report'])
  })

  it('fail the check if they are high or critical', async () => {
    const found = (severity) => ({
      vulnerabilities: {
        'sample-a': { name: 'sample-a', via: [advisory(severity)] },
        'sample-b': { name: 'sample-b', via: ['sample-a'] },
      },
    })
    await expect(audit(found('high'))).rejects.toThrow(
      'sample-a: high: Sample fault (https://advisories.example/GHSA-sample)',
    )
    expect(await audit(found('moderate'))).toEqual([])
    expect(await audit({ vulnerabilities: {} })).toEqual([])
  })
})
