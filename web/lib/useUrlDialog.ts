import { useSearchParams } from 'react-router-dom'

/** Whether the URL opens this dialog (`?dialog=print`), and a function that removes it from the URL when the dialog closes. */
export function useUrlDialog(name: string): [isOpen: boolean, close: () => void] {
  const [params, setParams] = useSearchParams()
  const isOpen = params.get('dialog') === name
  const close = () => {
    if (!isOpen) return
    setParams(
      (before) => {
        before.delete('dialog')
        return before
      },
      { replace: true },
    )
  }
  return [isOpen, close]
}
