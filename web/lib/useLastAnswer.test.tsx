// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useLastAnswer } from './useLastAnswer.ts'

afterEach(cleanup)

interface Asked {
  key: string
  data?: string
  error?: Error
}

function ask() {
  const first: Asked = { key: 'all', data: 'everybody' }
  const hook = renderHook(({ key, data, error }: Asked) => useLastAnswer(key, data, error), { initialProps: first })
  return (props: Asked) => {
    hook.rerender(props)
    return hook.result.current
  }
}
const error = new Error('out of reach')

it('stays with the answer before while the next question is asked', () => {
  const shown = ask()
  expect(shown({ key: 'blocked' })).toBe('everybody')
  expect(shown({ key: 'blocked', data: 'nobody' })).toBe('nobody')
})

it('shows nothing of another question beside a failure, and not while it is asked again', () => {
  const shown = ask()
  expect(shown({ key: 'blocked', error })).toBeUndefined()
  expect(shown({ key: 'blocked' })).toBeUndefined()
  expect(shown({ key: 'blocked', data: 'nobody' })).toBe('nobody')
})

it('stays with the answer to the same question when more of it could not be had', () => {
  const shown = ask()
  expect(shown({ key: 'all', error })).toBe('everybody')
})
