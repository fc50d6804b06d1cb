import { describe, expect, it } from 'vitest'
import { createCaches, type Context } from '../context.ts'
import { currentAnswer } from '../database/logPosition.ts'
import { withPosition } from './answerPosition.ts'

const maple = '0198c7a0-0000-7000-8000-000000000001'

/** Answers requests of one actor one after the other. `positions` are what the transactions of a request read. */
function createAnswers(tenantId: string | null = maple) {
  const caches = createCaches(() => new Date('2026-06-30T21:30:00Z'))
  const ctx = { actor: tenantId && { tenantId }, caches } as unknown as Context
  return (positions: number[], { appended = null as number | null, isOneChange = false } = {}) =>
    withPosition(
      ctx,
      async () => {
        const answer = currentAnswer()
        for (const position of positions) answer?.note(position)
        if (answer) answer.appended = appended
        return answer?.tenantId ?? 'nobody'
      },
      isOneChange,
    )
}

describe('the position that an answer includes', () => {
  it('is the oldest that its transactions read', async () => {
    expect(await createAnswers()([7, 9])).toEqual([maple, 7])
  })

  it('is that of an earlier answer, if this one has read none or an older one', async () => {
    const answer = createAnswers()
    expect(await answer([])).toEqual([maple, 0])
    await answer([7])
    expect(await answer([])).toEqual([maple, 7])
    expect(await answer([6])).toEqual([maple, 7])
    expect(await answer([8])).toEqual([maple, 8])
  })

  it('contains what was appended only for one change, which is read after its last event', async () => {
    const answer = createAnswers()
    expect(await answer([7], { appended: 9 })).toEqual([maple, 7])
    expect(await answer([8], { isOneChange: true })).toEqual([maple, 8])
    expect(await answer([8], { appended: 9, isOneChange: true })).toEqual([maple, 9])
    expect(await answer([])).toEqual([maple, 9])
  })

  it('is not known to somebody without a company', async () => {
    expect(await createAnswers(null)([7])).toEqual(['nobody', null])
  })
})
