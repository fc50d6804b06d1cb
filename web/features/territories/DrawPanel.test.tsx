// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderSignedIn } from '../../testing/renderSignedIn.tsx'
import { DrawPanel } from './DrawPanel.tsx'

afterEach(cleanup)

it('asks for an area only when the map takes strokes, because earlier ones are lost', () => {
  const actions = { onRestart: vi.fn(), onCancel: vi.fn(), onDone: vi.fn(), onAround: vi.fn() }
  const panel = (isReady: boolean) => (
    <DrawPanel
      area={undefined}
      hint=""
      territories={[]}
      changedId={undefined}
      isFreehand
      isReady={isReady}
      {...actions}
    />
  )
  renderSignedIn(panel(false))
  expect(screen.getByRole('status').textContent).toBe('Loading the drawing tool...')
  cleanup()
  renderSignedIn(panel(true))
  expect(screen.getByRole('status').textContent).toContain('Draw around the doors with one finger.')
})
