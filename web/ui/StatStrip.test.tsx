// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { StatStrip } from './StatStrip.tsx'

afterEach(cleanup)

it('a statistic is a term with its value, and the line chart stands beside that list', () => {
  const { container } = render(<StatStrip stats={[{ label: 'Doors', value: 1204, trend: [1, 3, 2] }]} />)
  expect(screen.getByRole('term').textContent).toBe('Doors')
  expect(screen.getByRole('definition').textContent).toBe('1,204')
  expect(container.querySelectorAll('svg')).toHaveLength(1)
  expect(container.querySelectorAll('dl svg')).toHaveLength(0)
})
