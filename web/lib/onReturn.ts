/** Calls the function when the connection returns and when the app comes to the front, until the returned function is called. */
export function onReturn(start: () => void): () => void {
  const startIfVisible = () => document.visibilityState === 'visible' && start()
  addEventListener('online', start)
  document.addEventListener('visibilitychange', startIfVisible)
  return () => {
    removeEventListener('online', start)
    document.removeEventListener('visibilitychange', startIfVisible)
  }
}
