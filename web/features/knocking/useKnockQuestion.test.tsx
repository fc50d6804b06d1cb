// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OwnOutcome } from '../../domain/outcomes.ts'
import type { KnockOutcome } from '../../gql/graphql.ts'
import { useKnockQuestion } from './useKnockQuestion.tsx'

afterEach(cleanup)

function Door({
  id,
  isColleagues,
  warning,
  onKnock,
}: {
  id: string
  isColleagues: boolean
  warning?: string
  onKnock: (outcome: KnockOutcome, own?: OwnOutcome) => void
}) {
  const { knock, question } = useKnockQuestion({
    id,
    isColleaguesInterest: isColleagues,
    warningNow: () => warning,
    knock: onKnock,
  })
  return (
    <>
      {question}
      <button onClick={() => knock('NOT_INTERESTED')}>Not interested</button>
      <button onClick={() => knock('NOT_INTERESTED', { id: 'own', name: 'Has a roofer' })}>Has a roofer</button>
      <button onClick={() => knock('NOBODY_HOME')}>Nobody home</button>
    </>
  )
}

const tap = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const isAsked = () => screen.queryByRole('alert') !== null
// The question is loaded when it is asked first.
const findQuestion = () => screen.findByRole('alert')

it('one tap does not end the interest that a colleague follows up', async () => {
  const onKnock = vi.fn()
  const { rerender } = render(<Door id="house" isColleagues onKnock={onKnock} />)
  tap('Not interested')
  await findQuestion()
  expect(onKnock.mock.calls).toEqual([])
  tap('Keep Interested')
  expect([isAsked(), onKnock.mock.calls]).toEqual([false, []])
  tap('Not interested')
  rerender(<Door id="next" isColleagues onKnock={onKnock} />)
  expect(isAsked()).toBe(false)
  rerender(<Door id="house" isColleagues onKnock={onKnock} />)
  tap('Log It')
  expect([isAsked(), onKnock.mock.calls]).toEqual([false, [['NOT_INTERESTED', undefined]]])
})

it('other outcomes and other houses are logged by one tap', () => {
  const onKnock = vi.fn()
  const { rerender } = render(<Door id="house" isColleagues onKnock={onKnock} />)
  tap('Nobody home')
  rerender(<Door id="own" isColleagues={false} onKnock={onKnock} />)
  tap('Not interested')
  expect(onKnock.mock.calls).toEqual([
    ['NOBODY_HOME', undefined],
    ['NOT_INTERESTED', undefined],
  ])
  expect(isAsked()).toBe(false)
})

it('an outcome of the company that counts as a refusal is asked about by its name', async () => {
  const onKnock = vi.fn()
  render(<Door id="house" isColleagues onKnock={onKnock} />)
  tap('Has a roofer')
  expect((await findQuestion()).textContent).toContain('Log ‘Has a roofer’ anyway?')
  tap('Log It')
  expect(onKnock.mock.calls).toEqual([['NOT_INTERESTED', { id: 'own', name: 'Has a roofer' }]])
})

it('asks before any knock that permits speak against, also while a colleague follows up the house', async () => {
  const onKnock = vi.fn()
  const warning = 'You have no valid permit for Sample City.'
  const { rerender } = render(<Door id="house" isColleagues={false} warning={warning} onKnock={onKnock} />)
  tap('Nobody home')
  expect((await findQuestion()).textContent).toContain(`${warning} Log ‘Nobody home’ anyway?`)
  tap('Do Not Log')
  expect([isAsked(), onKnock.mock.calls]).toEqual([false, []])
  tap('Nobody home')
  await findQuestion()
  tap('Log It')
  expect([isAsked(), onKnock.mock.calls]).toEqual([false, [['NOBODY_HOME', undefined]]])
  rerender(<Door id="next" isColleagues warning={warning} onKnock={onKnock} />)
  tap('Not interested')
  expect((await findQuestion()).textContent).toContain(`${warning} A colleague follows up this house`)
})
