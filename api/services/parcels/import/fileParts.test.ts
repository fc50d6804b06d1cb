import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { AskedParts } from './fileParts.ts'

const bytes = Uint8Array.of(7)

describe('the parts that a reader asks for', () => {
  it('are given in the order in which they are asked for, with pauses between them', async () => {
    const parts = new AskedParts(3)
    const [first, pause, second] = [parts.read(0), parts.pause(), parts.read(1)]
    for (const wanted of [0, null, 1]) {
      expect(await parts.next()).toBe(wanted)
      parts.give(wanted === null ? new Uint8Array() : bytes)
    }
    expect([...(await first)]).toEqual([7])
    expect([...(await second)]).toEqual([7])
    await pause
  })

  it('end for a caller that is waiting, and for later calls', async () => {
    const parts = new AskedParts(3)
    const next = parts.next()
    parts.end()
    expect(await next).toBe('end')
    expect(await parts.next()).toBe('end')
  })

  it('end after a part was given', async () => {
    const parts = new AskedParts(3)
    const read = parts.read(0)
    await parts.next()
    parts.give(bytes)
    const next = parts.next()
    await read
    parts.end()
    expect(await next).toBe('end')
  })

  it('end after a part was given that the reader no longer reads', async () => {
    const parts = new AskedParts(3)
    const ahead = parts.read(1)
    await parts.next()
    parts.end()
    parts.give(bytes)
    await ahead
    expect(await Promise.race([parts.next(), setImmediate('nothing')])).toBe('end')
  })
})
