import { Component, type ReactNode } from 'react'
import { ErrorState } from '../ui/ErrorState.tsx'

/** Shows an error state when a screen throws while rendering or its script fails to load. */
export class ScreenErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorState
        title="This screen could not be shown"
        hint="Check the connection, then load it again."
        onRetry={() => location.reload()}
      />
    )
  }
}
