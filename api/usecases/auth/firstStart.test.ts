import { expect, it } from 'vitest'
import { formatFirstStart } from './firstStart.ts'

const code = '7KQ2-M9XA-04TP'
const local = { hasPublicUrl: false, publicUrl: 'http://localhost:4000' }

it.each([
  ['where people open the server', { hasPublicUrl: true, publicUrl: 'https://app.sample.example', host: '0.0.0.0' }],
  ['the address that it listens on', { ...local, host: '127.0.0.1' }],
  ['this machine, if it listens on all addresses', { ...local, host: '0.0.0.0' }],
])('the set-up link is at %s', (_name, config) => {
  const link = formatFirstStart(config, 4321, code).split(' ').at(-1)
  const origin = config.hasPublicUrl ? config.publicUrl : `http://${config.host.replace('0.0.0.0', 'localhost')}:4321`
  expect(link).toBe(`${origin}/set-up/${code}`)
})
