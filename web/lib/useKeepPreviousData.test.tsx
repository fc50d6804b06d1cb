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

it('keeps the previous data while the next loads', () => {
  const shown = renderWithData()
  expect(shown({ key: 'blocked' })).toBe('everybody')
  expect(shown({ key: 'blocked', data: 'nobody' })).toBe('nobody')
})

it('drops the previous data when the next fails, and while it is retried', () => {
  const shown = renderWithData()
  expect(shown({ key: 'blocked', error })).toBeUndefined()
  expect(shown({ key: 'blocked' })).toBeUndefined()
  expect(shown({ key: 'blocked', data: 'nobody' })).toBe('nobody')
})

it('keeps the data of the same key when a refetch fails', () => {
  const shown = renderWithData()
  expect(shown({ key: 'all', error })).toBe('everybody')
})
