// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useKeepPreviousData } from './useKeepPreviousData.ts'

afterEach(cleanup)

interface HookProps {
  key: string
  data?: string
  error?: Error
}

function renderWithData() {
  const first: HookProps = { key: 'all', data: 'everybody' }
  const hook = renderHook(({ key, data, error }: HookProps) => useKeepPreviousData(key, data, error), {
    initialProps: first,
  })
  return (props: HookProps) => {
    hook.rerender(props)
    return hook.result.current
  }
}
const error = new Error('out of reach')

it('stays with the answer before while the next question is asked', () => {
  const shown = renderWithData()
  expect(shown({ key: 'blocked' })).toBe('everybody')
  expect(shown({ key: 'blocked', data: 'nobody' })).toBe('nobody')
})

it('shows nothing of another question beside a failure, and not while it is asked again', () => {
  const shown = renderWithData()
  expect(shown({ key: 'blocked', error })).toBeUndefined()
  expect(shown({ key: 'blocked' })).toBeUndefined()
  expect(shown({ key: 'blocked', data: 'nobody' })).toBe('nobody')
})

it('stays with the answer to the same question when more of it could not be had', () => {
  const shown = renderWithData()
  expect(shown({ key: 'all', error })).toBe('everybody')
})
